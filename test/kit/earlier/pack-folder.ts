// Packs a data folder of a killed stack: node test/kit/earlier/pack-folder.ts FOLDER OUTPUT.tar.br
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress } from 'node:zlib'

const [folder, output] = process.argv.slice(2)
if (folder === undefined || output === undefined) throw new Error('pack-folder.ts FOLDER OUTPUT.tar.br')

const tar = spawn('tar', ['-c', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
// The window covers the whole folder: most of it are copies of empty pages and of templates of databases.
const brotli = createBrotliCompress({
  params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
})
await pipeline(tar.stdout, brotli, createWriteStream(output))
