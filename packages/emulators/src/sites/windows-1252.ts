/** Characters of windows-1252 that Latin-1 lacks and that texts of news contain. */
const EXTRA: Readonly<Record<string, number>> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
}

/** Encodes text as windows-1252. Other characters become question marks. */
export function encodeWindows1252(text: string): Buffer {
  return Buffer.from(
    [...text].map((character) => {
      const code = character.codePointAt(0) ?? 0
      return EXTRA[character] ?? (code <= 0xff ? code : 0x3f)
    }),
  )
}
