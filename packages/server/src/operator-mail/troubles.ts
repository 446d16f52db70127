import { listIncidents, type Incident } from '@pauta/core/operations/incidents'
import type { DbPool } from '@pauta/platform/database/database'
import { describeError } from '@pauta/platform/errors'
import { describeFullDisk } from '../data-folder/disk-space.ts'

const INCIDENTS_MAX = 100
const TEXTS: Record<Incident['kind'], (incident: Incident) => string> = {
  'agency-unread': ({ subject, agencyName }) => `O site de ${agencyName ?? subject} não é lido`,
  'step-late': ({ subject, worst }) => `A etapa ${subject} está atrasada em ${worst} s`,
  'job-failed': ({ subject, worst }) => `O job ${subject} falhou ${worst} vez(es)`,
  'dead-letters': ({ subject, worst }) => `A fila ${subject} tem ${worst} mensagem(ns) sem solução`,
  'deliveries-late': ({ subject, worst }) => `Os envios por ${subject} estão atrasados em ${worst} s`,
  'index-unhealthy': () => 'O índice de busca não está em ordem',
  'accuracy-fell': () => 'Os temas aprendidos acertam menos do que antes; os anteriores continuam em uso',
}

/** Something that is wrong now. */
export interface MachineTrouble {
  /** Constant while it lasts. */
  key: string
  text: string
}

/** What is wrong now. `isWhole` is false when the incidents could not be read, so that none of them counts as over. */
export interface MachineTroubles {
  troubles: MachineTrouble[]
  isWhole: boolean
}

/** Lists the incidents that the sweep recorded and that last, and what it cannot record: no database, a full disk. */
export async function listMachineTroubles(db: DbPool, dataDir: string): Promise<MachineTroubles> {
  const full = await describeFullDisk(dataDir)
  const disk = full === undefined ? [] : [{ key: 'disk', text: `O disco está quase cheio. ${full}` }]
  try {
    const incidents = await listIncidents(db, { days: 1, now: new Date(), limit: INCIDENTS_MAX })
    const lasting = incidents.filter(({ endedAt }) => endedAt === null)
    const troubles = lasting.map((incident) => ({
      key: `incident ${incident.id}`,
      text: [TEXTS[incident.kind](incident), incident.reason].filter(Boolean).join('. '),
    }))
    return { troubles: [...disk, ...troubles], isWhole: true }
  } catch (error) {
    const text = `O PostgreSQL não responde: ${describeError(error)}`
    return { troubles: [...disk, { key: 'database', text }], isWhole: false }
  }
}
