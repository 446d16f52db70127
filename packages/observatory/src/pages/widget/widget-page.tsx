import { createElement } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { API_URL } from '../../api/client.ts'
import { WidgetOptionsDocument, type WidgetOptionsQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { CodesField } from '../../frame/codes-field.tsx'
import { SelectField } from '../../frame/select-field.tsx'
import { Ready } from '../../frame/states.tsx'
import { useCopy } from '../../frame/use-copy.ts'
import { useTitle } from '../../frame/use-title.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { OtherFilters } from './other-filters.tsx'
import { boundLimit, LIMIT_MAX, readChoice, readOthers, withWords, writeChoice } from './widget-choice.ts'
import { widgetAttributes, writeSnippet, type WidgetChoice } from './write-snippet.ts'

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
      <CodesField
        label={texts.search.agency}
        hint={texts.search.any}
        options={agencies.filter(({ code }) => widgetConfig.agencies.includes(code))}
        chosen={choice.agencies}
        choose={(codes) => change({ ...choice, agencies: codes })}
      />
      <CodesField
        label={texts.search.theme}
        hint={texts.search.any}
        options={themes.filter(({ code }) => widgetConfig.themes.includes(code))}
        chosen={choice.themes}
        choose={(codes) => change({ ...choice, themes: codes })}
      />
      <label>
        {texts.widget.words}
        <input
          type="search"
          value={readOthers(choice).q}
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
              limit: boundLimit(Number(currentTarget.value)),
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
      <OtherFilters choice={choice} agencies={agencies} change={change} />
    </form>
  )
}

/** Makes the HTML of a widget: choices, which the address keeps, a preview with the very script, and a button that copies. */
export function WidgetPage() {
  useTitle(texts.widget.title)
  useWidgetScript()
  const { url, route } = useLocation()
  const choice = readChoice(new URLSearchParams(url.split('?')[1] ?? ''))
  const change = (chosen: WidgetChoice) => {
    const query = writeChoice(chosen)
    route(query === '' ? paths.widget : `${paths.widget}?${query}`, true)
  }
  const loaded = useData(WidgetOptionsDocument, {})
  return (
    <>
      <h1>{texts.widget.title}</h1>
      <p class="lead">{texts.widget.lead}</p>
      <Ready loaded={loaded} lines={10}>
        {(options) => (
          <div class="columns">
            <ChoiceForm options={options} choice={choice} change={change} />
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
