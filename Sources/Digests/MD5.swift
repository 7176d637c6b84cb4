import COpenSSL

/// MD5 (RFC 1321), for protocols that still name it; it keeps nobody from forging anything.
public enum MD5 {
    /// The digest of octets in 32 lower-case hexadecimal digits, or nil where a policy of the system forbids MD5.
    public static func hex(of octets: [UInt8]) -> String? {
        var digest = [UInt8](repeating: 0, count: 16)
        let result = unsafe octets.withUnsafeBufferPointer { source in
            unsafe digest.withUnsafeMutableBufferPointer { target in
                unsafe EVP_Digest(source.baseAddress, source.count, target.baseAddress, nil, EVP_md5(), nil)
            }
        }
        guard result == 1 else { return nil }
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
