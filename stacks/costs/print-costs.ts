import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { renderCosts } from './render-costs.ts'

// npm run costs: prints docs/costs.md; with --write replaces the file.
const text = renderCosts()
if (process.argv.includes('--write')) writeFileSync('docs/costs.md', text)
else process.stdout.write(text)
