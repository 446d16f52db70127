import { useState } from 'preact/hooks'
import { AgenciesDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Ranking } from '../../charts/ranking.tsx'
import { foldText } from '../../fold-text.ts'
import { Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { daysBefore } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

const DAYS = 30

/** Every agency with its articles of the last 30 days, most first, narrowed by a name. */
export function AgenciesPage() {
  useTitle(texts.agencies.title)
  const [name, setName] = useState('')
  const variables = { filter: { startDate: daysBefore(new Date(), DAYS - 1) } }
  const loaded = useData(AgenciesDocument, variables)
  return (
    <>
      <h1>{texts.agencies.title}</h1>
      <p class="lead">{texts.agencies.lead}</p>
      <p>
        <input
          type="search"
          aria-label={texts.agencies.find}
          placeholder={texts.agencies.find}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </p>
      <Ready loaded={loaded} lines={16}>
        {({ agencies, counts: { items }, all }) => {
          const counts = new Map(items.map(({ key, count }) => [key, count]))
          // The first list has agencies with news, the second those that are read, with news or without.
          const named = [
            ...all.map(({ agencyKey, agencyName }) => ({ code: agencyKey, label: agencyName })),
            ...agencies.map(({ code, label, inCatalogue }) => ({
              code,
              label: inCatalogue ? label : texts.agencies.notInCatalogue(label),
            })),
          ]
          const shown = [...new Map(named.map((agency) => [agency.code, agency])).values()]
            .filter(({ label, code }) => foldText(`${label} ${code}`).includes(foldText(name)))
            .map(({ code, label }) => ({ key: code, label, count: counts.get(code) ?? 0 }))
            .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'pt-BR'))
          return (
            <Ranking
              kind="agency"
              title={texts.agencies.chart}
              help={texts.agencies.help}
              fileName="orgaos"
              source={{ document: AgenciesDocument, variables }}
              rows={shown}
            />
          )
        }}
      </Ready>
    </>
  )
}
