import { createElement } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { API_URL } from '../../api/client.ts'
import { WidgetOptionsDocument, type WidgetOptionsQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { SelectField } from '../../frame/select-field.tsx'
import { Ready } from '../../frame/states.tsx'
import { useCopy } from '../../frame/use-copy.ts'
import { useTitle } from '../../frame/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { readState, writeFilter, type SearchState } from '../search/selection.ts'
import { widgetAttributes, writeSnippet, type WidgetChoice } from './write-snippet.ts'

const LIMIT_MAX = 20
const SCRIPT_ID = 'pauta-widget'
const LAYOUTS = [
  ['list', texts.widget.list],
  ['cards', texts.widget.cards],
] as const

/** Loads the widget's script once, as another site would. */
function useWidgetScript() {
  useEffect(() => {
    if (document.getElementById(SCRIPT_ID)) return
    const script = document.createElement('script')
    script.id = SCRIPT_ID
    script.src = `${API_URL}/widget.js`
    document.head.append(script)
  }, [])
}

interface PickerProps {
  label: string
  options: readonly { code: string; label: string }[]
  chosen: readonly string[]
  choose: (codes: string[]) => void
}

function Picker({ label, options, chosen, choose }: PickerProps) {
  return (
    <label>
      {label}
      <select
        multiple
        size={7}
        onChange={({ currentTarget }) => choose([...currentTarget.selectedOptions].map(({ value }) => value))}
      >
        {options.map(({ code, label: name }) => (
          <option key={code} value={code} selected={chosen.includes(code)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Snippet({ choice }: { choice: WidgetChoice }) {
  const { copied, copy } = useCopy()
  const text = writeSnippet(choice, API_URL === '' ? location.origin : API_URL)
  return (
    <>
      <h2>{texts.widget.code}</h2>
      <pre class="snippet" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <button type="button" onClick={() => copy(text)} aria-live="polite">
        {copied === text ? texts.chart.copied : texts.widget.copy}
      </button>
    </>
  )
}

interface ChoiceFormProps {
  options: WidgetOptionsQuery
  choice: WidgetChoice
  change: (choice: WidgetChoice) => void
}

/** The choices of a widget: agencies, themes, words, number of articles and layout. */
function ChoiceForm({ options, choice, change }: ChoiceFormProps) {
  const { widgetConfig, agencies, themes } = options
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <Picker
        label={texts.search.agency}
        options={agencies.filter(({ code }) => widgetConfig.agencies.includes(code))}
        chosen={choice.agencies}
        choose={(codes) => change({ ...choice, agencies: codes })}
      />
      <Picker
        label={texts.search.theme}
        options={themes.filter(({ code }) => widgetConfig.themes.includes(code))}
        chosen={choice.themes}
        choose={(codes) => change({ ...choice, themes: codes })}
      />
      <label>
        {texts.widget.words}
        <input
          type="search"
          value={new URLSearchParams(choice.filter).get('q') ?? ''}
          onChange={({ currentTarget }) =>
            change({ ...choice, filter: withWords(choice.filter, currentTarget.value) })
          }
        />
      </label>
      <label>
        {texts.widget.limit}
        <input
          type="number"
          min={1}
          max={LIMIT_MAX}
          value={choice.limit}
          onInput={({ currentTarget }) =>
            change({
              ...choice,
              limit: Math.min(LIMIT_MAX, Math.max(1, Number(currentTarget.value) || 1)),
            })
          }
        />
      </label>
      <SelectField
        label={texts.widget.layout}
        value={choice.layout}
        options={LAYOUTS}
        choose={(layout) => change({ ...choice, layout })}
      />
    </form>
  )
}

/** Returns the filters of a search that are no choice of the form, the newest first unless it names another order. */
function otherFilters(state: SearchState): string {
  const parameters = writeFilter(state)
  for (const name of ['agencies', 'themes']) parameters.delete(name)
  if (state.sort === undefined) parameters.delete('sort')
  return parameters.toString()
}

/** Returns a filter with other words. Without words it has no order by relevance and no meaning. */
function withWords(filter: string, words: string): string {
  const parameters = new URLSearchParams(filter)
  if (words.trim() !== '') parameters.set('q', words)
  else for (const name of ['q', 'semantic', 'sort']) parameters.delete(name)
  return parameters.toString()
}

/** Makes the HTML of a widget: choices, a preview with the very script, and a button that copies. */
export function WidgetPage() {
  useTitle(texts.widget.title)
  useWidgetScript()
  const { url } = useLocation()
  const filter = readState(new URLSearchParams(url.split('?')[1] ?? ''))
  const [choice, setChoice] = useState<WidgetChoice>({
    agencies: filter.agencies,
    themes: filter.themes,
    filter: otherFilters(filter),
    limit: 5,
    layout: 'list',
  })
  const loaded = useData(WidgetOptionsDocument, {})
  return (
    <>
      <h1>{texts.widget.title}</h1>
      <p class="lead">{texts.widget.lead}</p>
      <Ready loaded={loaded} lines={10}>
        {(options) => (
          <div class="columns">
            <ChoiceForm options={options} choice={choice} change={setChoice} />
            <section>
              <h2>{texts.widget.preview}</h2>
              <div class="preview">
                {createElement('pauta-news', { key: JSON.stringify(choice), ...widgetAttributes(choice) })}
              </div>
              <Snippet choice={choice} />
            </section>
          </div>
        )}
      </Ready>
    </>
  )
}
