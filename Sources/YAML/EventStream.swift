import CYaml

/// libyaml's parser: one event after the other from a copy of the bytes.
@safe struct EventStream: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Begins to parse; nil when memory is short.
    init?(_ bytes: [UInt8]) {
        unsafe parser = .allocate(capacity: 1)
        unsafe input = .allocate(capacity: bytes.count)
        _ = unsafe input.initialize(from: bytes)
        guard unsafe yaml_parser_initialize(parser) == 1 else { return nil }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// A place in the text; index, line and column count characters from 0.
    struct Mark: Hashable {
        var index: Int
        var line: Int
        var column: Int

        init(_ mark: yaml_mark_t) {
            index = Int(mark.index)
            line = Int(mark.line)
            column = Int(mark.column)
        }
    }

    /// What the file says next, reduced to what the strict reader tells apart.
    struct Event {
        var kind: Kind
        var start: Mark
        var end: Mark
        /// Something the format does not have: an anchor, a tag.
        var ornament: Ornament?

        enum Kind: Hashable {
            case streamStart
            case streamEnd
            case documentStart(hasDirectives: Bool)
            case documentEnd
            case alias
            case scalar(text: String, isBare: Bool, isBlock: Bool)
            case listStart
            case listEnd
            case mapStart
            case mapEnd
        }
    }

    enum Ornament: Hashable {
        case anchor
        case tag
    }

    /// Why the parser cannot go on.
    struct SyntaxError: Error {
        var problem: String
        var mark: Mark
        /// Where the reader found a character that no YAML file may have; it runs ahead of `mark`.
        var byte: Int?
        var context: (text: String, mark: Mark)?
    }

    /// The next event; after the end of the stream it must not be called again.
    mutating func next() throws(SyntaxError) -> Event {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
        defer { unsafe yaml_event_delete(&event) }
        return unsafe Event(
            kind: kind(event), start: Mark(event.start_mark), end: Mark(event.end_mark), ornament: ornament(event))
    }

    private func kind(_ event: yaml_event_t) -> Event.Kind {
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: return .streamStart
        case YAML_DOCUMENT_START_EVENT:
            let start = unsafe event.data.document_start
            let hasTags = unsafe start.tag_directives.start != start.tag_directives.end
            let hasVersion = unsafe start.version_directive != nil
            return .documentStart(hasDirectives: hasVersion || hasTags)
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT: return .alias
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let style = unsafe scalar.style
            return unsafe .scalar(
                text: String(decoding: bytes, as: UTF8.self), isBare: style == YAML_PLAIN_SCALAR_STYLE,
                isBlock: style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE)
        case YAML_SEQUENCE_START_EVENT: return .listStart
        case YAML_SEQUENCE_END_EVENT: return .listEnd
        case YAML_MAPPING_START_EVENT: return .mapStart
        case YAML_MAPPING_END_EVENT: return .mapEnd
        default: return .streamEnd
        }
    }

    private func ornament(_ event: yaml_event_t) -> Ornament? {
        let marks =
            switch unsafe event.type {
            case YAML_SCALAR_EVENT: unsafe (event.data.scalar.anchor, event.data.scalar.tag)
            case YAML_SEQUENCE_START_EVENT: unsafe (event.data.sequence_start.anchor, event.data.sequence_start.tag)
            case YAML_MAPPING_START_EVENT: unsafe (event.data.mapping_start.anchor, event.data.mapping_start.tag)
            default: unsafe (UnsafeMutablePointer<yaml_char_t>?.none, UnsafeMutablePointer<yaml_char_t>?.none)
            }
        if unsafe marks.0 != nil { return .anchor }
        return unsafe marks.1 != nil ? .tag : nil
    }

    private func syntaxError() -> SyntaxError {
        let state = unsafe parser.pointee
        let problem = unsafe state.problem.map { unsafe String(cString: $0) } ?? "out of memory"
        let isReaders = unsafe state.error == YAML_READER_ERROR
        let mark = unsafe Mark(isReaders ? state.mark : state.problem_mark)
        let context = unsafe state.context.map { text in
            unsafe (text: String(cString: text), mark: Mark(state.context_mark))
        }
        return SyntaxError(
            problem: problem, mark: mark, byte: isReaders ? unsafe Int(state.problem_offset) : nil, context: context)
    }
}
