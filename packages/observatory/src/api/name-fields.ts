import { texts } from '../texts/texts.ts'

const labels = new Map<string, string>(Object.entries(texts.fields))

/** How the API names the argument at fault: `input.recortes[1].keywords: `. */
const ARGUMENT = /^(?:input\.)?(?:recortes\[(\d+)\]\.|recorte\.)?(\w+)(?:\[\d+\])?: /
const OTHER_ARGUMENT = /\binput\.(\w+)/g

/**
 * Returns a message of the API with the labels of forms in place of the names of arguments, which readers do not know:
 * "Recorte 2, palavras: …". A message about an argument that no form has stays as it is.
 */
export function nameFields(message: string): string {
  const [whole, recorte, argument = ''] = ARGUMENT.exec(message) ?? []
  const label = labels.get(argument)
  if (whole === undefined || label === undefined) return message
  const place = recorte === undefined ? '' : `${texts.editor.recorte(Number(recorte) + 1)}, `
  const rest = message
    .slice(whole.length)
    .replaceAll(OTHER_ARGUMENT, (name, other: string) => labels.get(other) ?? name)
  const named = `${place}${label}: ${rest}`
  return named.charAt(0).toUpperCase() + named.slice(1)
}
