import HTTPMessages
import Testing

@testable import FixtureServer

/// A journal ends with its instance, whoever still writes into it.
@Suite(.timeLimit(.minutes(5))) struct JournalLifetimeTests {
    @Test func `an exchange and a connection do not keep the journal that keeps them`() {
        weak var forgotten: InstanceLog?
        let connection: ConnectionLog
        let exchange: Exchange
        do {
            let log = InstanceLog(limits: FixtureServer.Limits())
            connection = log.open(origin: "main")
            exchange = log.begin(ExchangeRecord.Request(bytes: WireBytes([]), head: nil), on: connection)
            forgotten = log
            #expect(forgotten != nil)
        }
        #expect(forgotten == nil)
        exchange.end(.complete, unacknowledged: 0)
        connection.close()
        #expect(exchange.isEnded && connection.record.closed != nil)
    }
}
