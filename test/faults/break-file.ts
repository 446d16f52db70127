// Puts the fault of this run into its file as Node reads it. Node loads this module before the programs that tests
// start; what vitest reads gets the fault from vitest.config.ts.
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readPassed } from './passed-fault.ts'
import { putFault } from './put-fault.ts'

const { fault } = readPassed()
const faulty = pathToFileURL(join(import.meta.dirname, '../..', fault.path)).href

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== faulty || !(loaded.source instanceof Uint8Array)) return loaded
    return { ...loaded, source: putFault(Buffer.from(loaded.source).toString('utf8'), fault) }
  },
})
