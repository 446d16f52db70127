import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EARLIER_VERSIONS, readBefore, unpackFolder } from '../kit/earlier/unpack-folder.ts'
import { PEOPLE, readWhatPeopleSee, type SeenByPeople } from '../kit/earlier/what-people-see.ts'
import { killDuringStart, startKillableStack, type KillableStack } from '../kit/stack/killed-stack.ts'
import { findOwnPort } from '../kit/stack/own-port.ts'
import { eventually } from '../kit/runner/eventually.ts'

/** When the first starts are killed, as parts of the time that a whole first start takes here. */
const KILLED_AT = [0.25, 0.45, 0.65, 0.85]

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pauta-earlier-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function readAfter(stack: KillableStack): Promise<SeenByPeople> {
  return readWhatPeopleSee({
    autora: await stack.logIn('autora'),
    leitora: await stack.logIn('leitora'),
    seguidora: await stack.logIn('seguidora'),
  })
}

/** What people see now, without the releases that schedules have added since. */
async function readKnown(stack: KillableStack, before: SeenByPeople): Promise<SeenByPeople> {
  const known = new Set(PEOPLE.flatMap((name) => before[name].releases.map(({ id }) => id)))
  const isKnown = ({ id }: { id: string }) => known.has(id)
  const after = await readAfter(stack)
  for (const name of PEOPLE) {
    after[name].releases = after[name].releases.filter(isKnown)
    for (const clipping of after[name].clippings) clipping.releases = clipping.releases.filter(isKnown)
  }
  return after
}

describe.each(EARLIER_VERSIONS)('a data folder of %s', (version) => {
  it('keeps everything of its people through killed first starts', async () => {
    const before = await readBefore(version)
    const untouched = join(root, 'untouched')
    await unpackFolder(version, untouched)
    const port = await findOwnPort()

    const started = Date.now()
    const whole = join(root, 'whole')
    await cp(untouched, whole, { recursive: true })
    const first = await startKillableStack(whole, port)
    const startMs = Date.now() - started
    try {
      // The index of an earlier version is rebuilt after the start.
      await eventually(async () => expect(await readKnown(first, before)).toEqual(before))
    } finally {
      await first.kill()
    }

    for (const part of KILLED_AT) await killDuringStart(untouched, port, part * startMs)
    const last = await startKillableStack(untouched, port)
    try {
      await eventually(async () => expect(await readKnown(last, before)).toEqual(before))
    } finally {
      await last.kill()
    }
  })
})
