import { Provider } from '@urql/preact'
import { useState } from 'preact/hooks'
import { operatorClient } from '../../api/client.ts'
import { OperationsDocument, type OperationsQuery } from '../../api/generated/operations.ts'
import { logOutAsOperator } from '../../api/operator-session.ts'
import { useData } from '../../api/use-data.ts'
import { useKept } from '../../api/use-kept.ts'
import { useOperatorToken } from '../../api/use-operator-token.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { KeyNumbers } from '../../frame/key-numbers.tsx'
import { Failure, Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatCount, formatMoment } from '../../format.ts'
import { texts } from '../../texts.ts'
import { Command } from './command.tsx'
import { commands } from './commands.ts'
import { OperatorLogin } from './operator-login.tsx'
import { PipelineTables, QueueTable, SiteTable } from './pipeline-tables.tsx'
import {
  DeliveryTables,
  IncidentTable,
  JobTables,
  type DeliveryStatus,
  type RunStatus,
} from './work-tables.tsx'

const words = texts.operations
const REFRESH_SECONDS = 60

const sum = <Row,>(rows: readonly Row[], count: (row: Row) => number) =>
  rows.reduce((total, row) => total + count(row), 0)

function Counts({ data }: { data: OperationsQuery }) {
  const { steps } = data.pipelineStatus
  const counts = [
    [words.counts.waiting, sum(steps, ({ due }) => due)],
    [words.counts.failed, sum(steps, ({ failed }) => failed)],
    [words.counts.dead, sum(data.queueDepths, ({ dead }) => dead)],
    [words.counts.runs, sum(data.jobStatus, ({ failed }) => failed)],
    [words.counts.sites, data.siteStatus.filter(({ isFailing }) => isFailing).length],
    [words.counts.deliveries, sum(data.deliveryChannels, ({ failed }) => failed)],
  ] as const
  return <KeyNumbers numbers={counts.map(([label, count]) => [label, formatCount(count)])} />
}

function Board() {
  const [runStatus, chooseRuns] = useState<RunStatus>('failed')
  const [deliveryStatus, chooseDeliveries] = useState<DeliveryStatus>('failed')
  const [isPaused, setPaused] = useState(false)
  const loaded = useKept(useData(OperationsDocument, { runStatus, deliveryStatus }))
  useRefresh(loaded.retry, { seconds: REFRESH_SECONDS, isPaused })
  const now = new Date()
  return (
    <>
      <p class="refresh">
        <span>
          {loaded.data && texts.freshness.measured(formatMoment(loaded.data.pipelineStatus.measuredAt))}{' '}
          {isPaused ? texts.freshness.paused : texts.freshness.refreshes}
        </span>
        <button type="button" onClick={() => setPaused(!isPaused)}>
          {isPaused ? texts.freshness.resume : texts.freshness.pause}
        </button>
        <button type="button" onClick={logOutAsOperator}>
          {words.leave}
        </button>
      </p>
      {loaded.isStale && <Failure text={`${texts.freshness.stale} ${loaded.failure}`} retry={loaded.retry} />}
      <Ready loaded={loaded} lines={24}>
        {(data) => (
          <div class="board">
            <Counts data={data} />
            <p class="help">
              {words.stage} <Command text={commands.stagePrefix} />
            </p>
            <IncidentTable incidents={data.incidentReports} now={now} />
            <PipelineTables status={data.pipelineStatus} now={now} />
            <QueueTable depths={data.queueDepths} />
            <SiteTable sites={data.siteStatus} now={now} />
            <JobTables
              jobs={data.jobStatus}
              runs={data.jobRuns}
              status={runStatus}
              choose={chooseRuns}
              now={now}
            />
            <DeliveryTables
              channels={data.deliveryChannels}
              rows={data.deliveryRows}
              status={deliveryStatus}
              choose={chooseDeliveries}
              now={now}
            />
          </div>
        )}
      </Ready>
    </>
  )
}

/** What waits, what failed and why, with the commands to act. For listed service accounts. */
export function OperationsPage() {
  useTitle(words.title)
  const token = useOperatorToken()
  return (
    <>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {token === undefined ? (
        <OperatorLogin />
      ) : (
        <Provider value={operatorClient} key={token}>
          <Board />
        </Provider>
      )}
    </>
  )
}
