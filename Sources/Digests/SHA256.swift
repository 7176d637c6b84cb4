import COpenSSL

/// A running SHA-256 (FIPS 180-4), computed by OpenSSL.
///
/// A value: a copy goes on by itself, so the digest of a prefix can be had while the whole is still coming.
public struct SHA256: Sendable {
    private var context: DigestContext

    /// Begins with nothing.
    public init() {
        context = DigestContext()
    }

    /// Adds octets; how they are cut into pieces does not matter.
    public mutating func update(_ octets: some Sequence<UInt8>) {
        makeUnique()
        let wasContiguous: Void? = octets.withContiguousStorageIfAvailable { unsafe context.add($0) }
        guard wasContiguous == nil else { return }
        let copy = Array(octets)
        unsafe copy.withUnsafeBufferPointer { unsafe context.add($0) }
    }

    /// Adds octets that somebody else holds.
    public mutating func update(_ octets: Span<UInt8>) {
        makeUnique()
        unsafe octets.withUnsafeBufferPointer { unsafe context.add($0) }
    }

    /// The digest of everything so far; more may be added afterwards.
    public var digest: Digest { context.digest() }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&context) { context = DigestContext(copying: context) }
    }
}

extension SHA256 {
    /// The digest of octets that are all here.
    public static func digest(of octets: some Sequence<UInt8>) -> Digest {
        var running = SHA256()
        running.update(octets)
        return running.digest
    }

    /// The digest of octets that somebody else holds.
    public static func digest(of octets: Span<UInt8>) -> Digest {
        var running = SHA256()
        running.update(octets)
        return running.digest
    }
}

/// OpenSSL's state of a digest, freed with the object.
///
/// Unchecked because a pointer is not Sendable. `SHA256` alone holds it, changes it only while it is the one holder (else
/// it copies first), and reads it by copying, which OpenSSL does without writing to the source. So two threads never
/// touch one state while it changes.
@safe private final class DigestContext: @unchecked Sendable {
    private let pointer: OpaquePointer

    init() {
        unsafe pointer = unsafe DigestContext.allocate()
        unsafe DigestContext.check(EVP_DigestInit_ex(pointer, EVP_sha256(), nil))
    }

    init(copying other: DigestContext) {
        unsafe pointer = unsafe DigestContext.allocate()
        unsafe DigestContext.check(EVP_MD_CTX_copy_ex(pointer, other.pointer))
    }

    deinit {
        unsafe EVP_MD_CTX_free(pointer)
    }

    func add(_ octets: UnsafeBufferPointer<UInt8>) {
        guard let start = octets.baseAddress, !octets.isEmpty else { return }
        unsafe DigestContext.check(EVP_DigestUpdate(pointer, start, octets.count))
    }

    func digest() -> Digest {
        let last = DigestContext(copying: self)
        var octets = [UInt8](repeating: 0, count: Digest.count)
        unsafe octets.withUnsafeMutableBufferPointer {
            unsafe DigestContext.check(EVP_DigestFinal_ex(last.pointer, $0.baseAddress, nil))
        }
        return Digest(octets)
    }

    private static func allocate() -> OpaquePointer {
        guard let pointer = unsafe EVP_MD_CTX_new() else { fatalError("OpenSSL has no memory for a digest") }
        return unsafe pointer
    }

    /// These calls fail only without memory, or where a policy forbids SHA-256: nothing can go on then.
    private static func check(_ result: CInt) {
        precondition(result == 1, "OpenSSL refuses SHA-256")
    }
}
