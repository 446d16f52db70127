import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderCommandsDocument } from '@pauta/cli/write-commands'
import { expect, it } from 'vitest'
import { ROOT } from '../kit/repository/root.ts'

it('matches the help of the commands', async () => {
  const document = await readFile(join(ROOT, 'docs/commands.md'), 'utf8')
  expect(document, 'run `npm run write-commands`').toBe(await renderCommandsDocument(document))
  expect(document).toContain('npm run articles -- take-down ID…')
})

it('keeps the text outside of the reference', async () => {
  const first = await renderCommandsDocument('# Head\n\nBy hand.\n')
  const second = await renderCommandsDocument(`${first}\n## Tail\n`)
  expect(second).toBe(`${first}\n## Tail\n`)
  expect(second.startsWith('# Head\n\nBy hand.\n\n<!-- reference')).toBe(true)
  expect(await renderCommandsDocument(second)).toBe(second)
})
