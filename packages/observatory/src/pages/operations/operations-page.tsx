import { Provider } from '@urql/preact'
import { useState } from 'preact/hooks'
import { operatorClient } from '../../api/client.ts'
import { OperationsDocument } from '../../api/generated/operations.ts'
import { logOutAsOperator } from '../../api/operator-session.ts'
import { useData } from '../../api/use-data.ts'
import { useKept } from '../../api/use-kept.ts'
import { useOperatorToken } from '../../api/use-operator-token.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Failure, Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatMoment } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { Command } from './command.tsx'
import { commands } from './commands.ts'
import { HistoryTable, IncidentTable } from './incident-tables.tsx'
import { OperatorLogin } from './operator-login.tsx'
import { PipelineTables, QueueTable, SiteTable } from './pipeline-tables.tsx'
import { StoreState } from './store-state.tsx'
import { TroubleNumbers } from './trouble-numbers.tsx'
import { DeliveryTables, JobTables, type DeliveryStatus, type RunStatus } from './work-tables.tsx'

const words = texts.operations
const REFRESH_SECONDS = 60

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
            <TroubleNumbers data={data} />
            <p class="help">
              {words.stage} <Command text={commands.stagePrefix} />
            </p>
            <IncidentTable incidents={data.incidentReports} now={now} />
            <HistoryTable days={data.operationsHistory} />
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

/**
 * What waits, what failed and why, with the commands to act. For listed service accounts; which store is down, for all, as
 * `/ready` is.
 */
export function OperationsPage() {
  useTitle(words.title)
  const token = useOperatorToken()
  return (
    <>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <StoreState />
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
