#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A door that opens once; threads wait in front of it.
///
/// `@unchecked Sendable`: the condition, the mutex and `isOpen` are touched only between lock and unlock of that mutex,
/// and the two C objects stay at one address, allocated here and freed in `deinit`, when nobody can wait any more.
@safe final class Latch: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isOpen = false

    init() {
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    func open() {
        unsafe pthread_mutex_lock(mutex)
        isOpen = true
        unsafe pthread_cond_broadcast(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    func wait() {
        unsafe pthread_mutex_lock(mutex)
        while !isOpen { unsafe pthread_cond_wait(condition, mutex) }
        unsafe pthread_mutex_unlock(mutex)
    }
}
