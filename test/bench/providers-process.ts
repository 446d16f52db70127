// Providers that take a while for every message, in a process of their own: they shall not share a thread with the worker
// that is measured. They print their addresses and are killed in the end.
import { startProviders } from '../support/providers.ts'

const ANSWER_AFTER_MS = Number(process.argv[2])

/** Every so often what was taken is forgotten, so that it is not memory which is measured here. */
const FORGET_MS = 100

const providers = await startProviders()
providers.answerAfterMs = ANSWER_AFTER_MS
setInterval(() => void (providers.taken.length = 0), FORGET_MS)
process.send?.({ origin: providers.origin, smtpPort: providers.smtpPort })
