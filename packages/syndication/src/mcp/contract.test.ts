import type { McpServer } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import * as z from 'zod'
import type { ToolContext } from './define-tool.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { TOOLS } from './tools/tools.ts'

/** The parts of a JSON Schema that clients read. */
interface Node {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  default?: unknown
  format?: string
  required?: string[]
  properties?: Record<string, Node>
  items?: Node
  [limit: string]: unknown
}

const LIMITS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format']

/** One line for each field of a schema, with its type, limits and description. */
function listFields({ properties = {}, required = [] }: Node, place = ''): string[] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const limits = LIMITS.filter((limit) => node[limit] !== undefined).map(
      (limit) => `${limit} ${String(node[limit])}`,
    )
    const facts = [
      String(node.type ?? 'any'),
      required.includes(name) ? '' : 'optional',
      ...(node.enum ? [node.enum.join('|')] : []),
      ...limits,
      node.default === undefined ? '' : `default ${JSON.stringify(node.default)}`,
    ].filter((fact) => fact !== '')
    const path = `${place}${name}`
    return [
      `  ${path}: ${facts.join(', ')}${node.description === undefined ? '' : ` — ${node.description}`}`,
      ...listFields(node, `${path}.`),
      ...(node.items ? listFields({ properties: { '[]': node.items }, required: ['[]'] }, path) : []),
    ]
  })
}

const fieldsOf = (schema: z.ZodType, io: 'input' | 'output') =>
  listFields(z.toJSONSchema(schema, { io }) as Node)

const NOW = new Date('2026-06-10T15:00:00Z')
const context = () => ({ now: NOW, baseUrl: 'https://api.example' }) as ToolContext

/** What the server registers of prompts and resources. */
function listRegistered(): string[] {
  const lines: string[] = []
  const server = {
    registerPrompt(
      name: string,
      { argsSchema, ...texts }: { argsSchema?: z.ZodObject },
      write: (args: Record<string, string>) => object,
    ) {
      const fields = argsSchema ? fieldsOf(argsSchema, 'input') : []
      const values = Object.keys(argsSchema?.shape ?? {}).map((key) => [key, 'VALOR'] as const)
      lines.push(`prompt ${name} ${JSON.stringify(texts)}`, ...fields)
      lines.push(`  ${JSON.stringify(write(Object.fromEntries(values)))}`)
    },
    registerResource(name: string, template: { uriTemplate: unknown }, texts: object) {
      lines.push(`resource ${name} ${String(template.uriTemplate)} ${JSON.stringify(texts)}`)
    },
  } as unknown as McpServer
  registerPrompts(server, context)
  registerResources(server, context)
  return lines
}

// Programs and models depend on these names and texts. After a change that is meant: npx vitest run FILE -u, with this file.
it('shows clients the tools, prompts and resources of the recorded contract', async () => {
  const tools = TOOLS.flatMap(({ name, title, description, annotations, input, output }) => [
    `tool ${name}: ${title} ${JSON.stringify(annotations)}`,
    `  ${description}`,
    ' takes',
    ...fieldsOf(input, 'input'),
    ' returns',
    ...fieldsOf(output, 'output'),
  ])
  const contract = [...tools, ...listRegistered(), ''].join('\n')
  await expect(contract).toMatchFileSnapshot('contract.txt')
})
