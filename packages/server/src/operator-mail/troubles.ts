import { listIncidents, type Incident } from '@pauta/core/operations/incidents'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { describeError } from '@pauta/platform/errors'
import { findLastSuccess } from '@pauta/platform/jobs/job-run-upkeep'
import { describeLastBackup } from '../backups/backup-note.ts'
import { describeFullDisk } from '../data-folder/disk-space.ts'

/** Several for each site of the catalogue: without the internet, all sites fail at once. */
const INCIDENTS_MAX = 1000
/** Three runs of the sweep, and the time of one. */
const SWEEP_SILENT_MINUTES = 20
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

/** What is wrong now. `isWhole` is false when not all incidents could be read, so that none of them counts as over. */
export interface MachineTroubles {
  troubles: MachineTrouble[]
  isWhole: boolean
}

/** Returns the trouble when no sweep has ended well for long: nobody records incidents then. */
async function listSilentSweep(db: Db, startedAt: Date, now: Date): Promise<MachineTrouble[]> {
  const last = await findLastSuccess(db, 'sweep')
  // A start that lies ahead was noted by a clock that was set back since.
  const start = startedAt > now ? 0 : startedAt.getTime()
  const since = Math.max(start, last?.getTime() ?? 0)
  if (now.getTime() - since < SWEEP_SILENT_MINUTES * 60_000) return []
  const text = `O job sweep não termina bem há ${SWEEP_SILENT_MINUTES} minutos, por isso faltam notícias de outros problemas`
  return [{ key: 'sweep', text }]
}

interface TroubleOptions {
  dataDir: string
  /** Start of the service. */
  startedAt: Date
  now: Date
}

/**
 * Lists the incidents that the sweep recorded and that last, and what it cannot record: a sweep that does not run, no
 * database, a full disk, a backup that failed or is old.
 */
export async function listMachineTroubles(
  db: DbPool,
  { dataDir, startedAt, now }: TroubleOptions,
): Promise<MachineTroubles> {
  const full = await describeFullDisk(dataDir)
  const disk = full === undefined ? [] : [{ key: 'disk', text: `O disco está quase cheio. ${full}` }]
  const backup = await describeLastBackup(dataDir, now)
  const own = [...disk, ...(backup === undefined ? [] : [{ key: 'backup', text: backup }])]
  try {
    const incidents = await listIncidents(db, { days: 1, now, limit: INCIDENTS_MAX })
    const lasting = incidents.filter(({ endedAt }) => endedAt === null)
    const troubles = lasting.map((incident) => ({
      key: `incident ${incident.id}`,
      text: [TEXTS[incident.kind](incident), incident.reason].filter(Boolean).join('. '),
    }))
    const sweep = await listSilentSweep(db, startedAt, now)
    return { troubles: [...own, ...sweep, ...troubles], isWhole: lasting.length < INCIDENTS_MAX }
  } catch (error) {
    const text = `O PostgreSQL não responde: ${describeError(error)}`
    return { troubles: [...own, { key: 'database', text }], isWhole: false }
  }
}
