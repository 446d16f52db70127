import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, rootCertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadEnvironment } from './environment-option.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'environment-option-'))
  vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined)
  // Any certificate may stand for one of the operator's own.
  setDefaultCACertificates(rootCertificates.slice(1))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  setDefaultCACertificates([...rootCertificates])
  await rm(folder, { recursive: true })
})

it('trusts the authorities that the file names, besides the usual ones', async () => {
  const [own = ''] = rootCertificates
  await writeFile(join(folder, 'authorities.pem'), own)
  await writeFile(join(folder, 'pauta.env'), `NODE_EXTRA_CA_CERTS='${join(folder, 'authorities.pem')}'\n`)
  expect(getCACertificates('default')).toHaveLength(rootCertificates.length - 1)
  loadEnvironment(join(folder, 'pauta.env'))
  expect(getCACertificates('default')).toHaveLength(rootCertificates.length)
})

it.each(['pauta.env', 'authorities.pem'])(
  'names the environment file when %s is missing',
  async (missing) => {
    const file = join(folder, 'pauta.env')
    if (missing !== 'pauta.env')
      await writeFile(file, `NODE_EXTRA_CA_CERTS='${join(folder, 'authorities.pem')}'\n`)
    expect(() => loadEnvironment(file)).toThrow(`--env ${file} cannot be read: ENOENT`)
  },
)

it('says which variables of the shell it does not replace, and shows no value', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/of/the/shell.pem')
  vi.stubEnv('PAUTA_PORT', '8000')
  const file = join(folder, 'pauta.env')
  await writeFile(file, "NODE_EXTRA_CA_CERTS='/of/the/file.pem'\nPAUTA_PORT='8000'\n")
  loadEnvironment(file)
  expect(said.mock.calls).toEqual([
    [
      `--env ${file} does not replace what the shell sets: NODE_EXTRA_CA_CERTS. Unset it to use the value of the file.`,
    ],
  ])
  expect(getCACertificates('default')).toHaveLength(rootCertificates.length - 1)
})
