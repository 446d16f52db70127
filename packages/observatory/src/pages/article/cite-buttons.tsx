import { writeCitation } from '../../charts/cite.ts'
import { toDay } from '../../format.ts'
import { publisher } from '../../frame/publisher.ts'
import { useCopy } from '../../frame/use-copy.ts'
import { texts } from '../../texts/texts.ts'

/** Copies a reference to a version or a difference, or its permanent address. */
export function CiteButtons({ title, path }: { title: string; path: string }) {
  const { copied, copy } = useCopy()
  const address = `${location.origin}${path}`
  const citation = writeCitation({
    publisher: publisher.name,
    title,
    fileName: '',
    period: undefined,
    address,
    today: toDay(new Date()),
  })
  const words = texts.history
  return (
    <p class="chart-tools" aria-live="polite">
      <button type="button" onClick={() => copy(citation)}>
        {copied === citation ? words.copied : words.cite}
      </button>
      <button type="button" onClick={() => copy(address)}>
        {copied === address ? words.copied : words.address}
      </button>
    </p>
  )
}
