import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../kit/repository/root.ts'
import { redrawPage } from './draw-imports.ts'

const path = join(ROOT, 'docs/architecture.md')
await writeFile(path, await redrawPage(await readFile(path, 'utf8')))
