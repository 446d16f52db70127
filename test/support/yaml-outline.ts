/** A value of a YAML file: where it stands (`jobs.deploy.steps[].uses`) and the text of it, without its comment. */
export interface OutlineEntry {
  path: string
  value: string
}

const LINE = /^(?<indent> *)(?<dashes>(?:- )*)(?:(?<key>[\w.-]+):(?: (?<value>.*))?|(?<item>.+))$/

/**
 * Reads the block style that our own YAML files keep to: keys, lists, texts on one line, and texts of several lines
 * after `|` or `>-`, which come as one entry. Values in flow style (`[a, b]`) stay as they are written. It is no YAML
 * parser, and throws at a line that it does not know.
 */
export function outlineOf(text: string): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const open: { indent: number; name: string }[] = []
  const lines = text.split('\n')
  for (let position = 0; position < lines.length; position += 1) {
    const line = lines[position] ?? ''
    if (/^\s*(#.*)?$/.test(line)) continue
    const groups = LINE.exec(line)?.groups
    if (!groups) throw new Error(`Line ${position + 1} is in no style that this file knows: ${line}`)
    const { indent = '', dashes = '', key, value = '', item } = groups
    while ((open.at(-1)?.indent ?? -1) >= indent.length + dashes.length) open.pop()
    // An item of a list may stand as far left as the key that it belongs to, never further.
    if (dashes !== '') {
      while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop()
      open.push({ indent: indent.length, name: '[]' })
    }
    if (key !== undefined) open.push({ indent: indent.length + dashes.length, name: key })
    const path = open
      .map(({ name }) => name)
      .join('.')
      .replaceAll('.[]', '[]')
    let content = withoutComment(item ?? value)
    if (/^[|>]-?$/.test(content)) {
      const block: string[] = []
      const deeper = ' '.repeat(indent.length + dashes.length + 1)
      const isInside = (next: string | undefined) => next === '' || next?.startsWith(deeper)
      while (isInside(lines[position + 1])) {
        position += 1
        block.push((lines[position] ?? '').trim())
      }
      content = block.join('\n').trim()
    }
    entries.push({ path, value: content })
  }
  return entries
}

const withoutComment = (value: string) => value.replace(/ +#.*$/, '').trim()
