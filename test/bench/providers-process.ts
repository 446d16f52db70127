// Starts providers that answer each message after a delay, in a process of their own, because the measured worker needs its
// thread. Sends their addresses to the parent, which kills the process.
import { startProviders } from '../kit/services/providers.ts'

const ANSWER_AFTER_MS = Number(process.argv[2])

/** Interval at which accepted messages are dropped, so that their memory does not affect the measurement. */
const FORGET_MS = 100

const providers = await startProviders()
providers.answerAfterMs = ANSWER_AFTER_MS
setInterval(() => void (providers.taken.length = 0), FORGET_MS)
process.send?.({ origin: providers.origin, smtpPort: providers.smtpPort })
process.once('disconnect', () => process.exit(0))
