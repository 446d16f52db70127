import { useEffect, useState } from 'preact/hooks'

/** As the rules for phones in the style sheets. */
const NARROW = '(max-width: 600px)'

/** Tells whether the window is as narrow as a phone, also after it changed. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const media = matchMedia(NARROW)
    const update = () => setNarrow(media.matches)
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [])
  return isNarrow
}
