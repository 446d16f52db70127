import { useEffect, useState } from 'preact/hooks'

/** As the rules for phones in the style sheets. */
const NARROW = '(max-width: 600px)'

/** Tells whether the window is as narrow as a phone, or as a query says, also after it changed. */
export function useNarrow(query = NARROW): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const update = () => setNarrow(media.matches)
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [query])
  return isNarrow
}
