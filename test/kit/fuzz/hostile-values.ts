import fc from 'fast-check'

/** Short texts that have broken services. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\n\r\t',
  'a\u0000b',
  '\u0001\u001f\u007f\u0085',
  '\ud800',
  'x\udc00y',
  '\ufeff\u200b\u202e\u2028',
  'e\u0301\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦'.repeat(20),
  '`',
  '`] || id:!=[`x',
  '*',
  'a*',
  ':=[a,b]',
  '&& || () [] {} <> != , ..',
  '\\',
  '\\`\\"\'',
  "' or 1=1; --",
  '$1 $$ ${1} %s %00 %',
  '_%\\_',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '-',
  '-vacina "entre aspas',
  '""',
  '0',
  'NaN',
  '1e309',
  '24:00',
  '08:30',
  '0 8 * * *',
  '* * * * *',
  '0 0 31 2 *',
  '0-59/0 99 L W ?',
  '0 8 * * 1,,2',
  '2026-06-01',
  '2026-02-30',
  '2026-13-01T99:00:00Z',
  '0000-01-01',
  '9999-12-31',
  '-271821-04-20',
  '+275760-09-13T00:00:00Z',
  '2026-06-01T00:00:00.123456789+14:00',
  'https://exemplo.org/gancho',
  'http://127.0.0.1:1',
  'https://[::ffff:10.0.0.1]/',
  'https://a:b@exemplo.org:99999/',
  'javascript:alert(1)',
  'pessoa@exemplo.org',
  'a@b\r\nBcc: c@d',
  'POLICY',
  'canonical',
  'view_count',
  'tags',
  'a'.repeat(100),
  'a'.repeat(129),
  'palavra '.repeat(150),
  'ç'.repeat(2001),
  'x'.repeat(40_000),
]

export const NUMBERS: readonly number[] = [
  0,
  1,
  -1,
  2,
  7,
  50,
  250,
  10_000,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 31,
  2 ** 53,
  0.5,
  -0.0001,
  1e308,
  -1e308,
  5e-324,
  Number.POSITIVE_INFINITY,
]

/**
 * Any code points, without lone surrogates. The unit `binary` of fast-check is the same, and builds a map of all million
 * of them in each thread.
 */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800)),
    maxLength,
  })

/** A text: a known name, a hostile one, or any text. */
export function textOf(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
    { weight: 1, arbitrary: anyText(40) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  )
}

function nested(levels: number): unknown {
  let value: unknown = 'fundo'
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Any JSON value, sometimes a deep one. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS, ...NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom(5, 33, 400).map(nested) },
  {
    weight: 2,
    arbitrary: fc.dictionary(
      fc.constantFrom('word_count', 'sentiment', 'entities', 'view_count', '__proto__', 'nova', 'a\u0000'),
      fc.oneof(
        fc.constantFrom<unknown>(...NUMBERS, ...HOSTILE_TEXTS.slice(0, 12), null, true),
        fc.array(fc.record({ text: fc.string(), type: fc.string(), count: fc.integer() }), { maxLength: 3 }),
      ),
      { maxKeys: 4 },
    ),
  },
)
