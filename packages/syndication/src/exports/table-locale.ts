import { badInput } from '@pauta/platform/errors'
import { formatInstant, formatLocalInstant } from '@pauta/platform/time/time'

/** How a CSV file separates cells and writes numbers and instants. */
export interface TableLocale {
  separator: ',' | ';'
  writeNumber: (value: number) => number | string
  writeInstant: (value: Date) => string
}

/** The form for programs: commas, decimal points, instants of UTC in ISO 8601. */
export const PLAIN_TABLE: TableLocale = {
  separator: ',',
  writeNumber: (value) => value,
  writeInstant: formatInstant,
}

/** The form that spreadsheets of Brazil read: semicolons, decimal commas, Brasília's time. */
const BRAZILIAN_TABLE: TableLocale = {
  separator: ';',
  writeNumber: (value) => String(value).replace('.', ','),
  writeInstant: formatLocalInstant,
}

const BRAZILIAN = 'pt-BR'

/**
 * Reads the parameter `locale` of a table: `pt-BR`, or none for the form for programs. Formats other than CSV have types
 * of their own and take no locale. Throws BAD_USER_INPUT.
 */
export function parseTableLocale(locale: string | undefined, format: string): TableLocale {
  if (locale === undefined) return PLAIN_TABLE
  if (locale.toLowerCase() !== BRAZILIAN.toLowerCase())
    throw badInput('locale', `use ${BRAZILIAN} ou omita o parâmetro.`)
  if (format !== 'csv') throw badInput('locale', 'só vale para .csv.')
  return BRAZILIAN_TABLE
}
