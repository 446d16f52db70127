import type { Nodes, Parents, Text } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { ComponentChildren, VNode } from 'preact'
import { paths } from '../../paths.ts'
import { safeAddress } from '../../safe-address.ts'
import { texts } from '../../texts/texts.ts'
import { cutAtAnnotations, type Annotation } from './marked-text.ts'
import { isSlowMarkdown } from './slow-markdown.ts'

function EntityMark({ entity }: { entity: Annotation }) {
  const type = texts.entityTypes[entity.type] ?? entity.type
  return entity.canonicalId ? (
    <a
      class={`entity entity-${entity.type.toLowerCase()}`}
      title={type}
      href={paths.entity(entity.canonicalId)}
    >
      {entity.text}
    </a>
  ) : (
    <mark class={`entity entity-${entity.type.toLowerCase()}`} title={type}>
      {entity.text}
    </mark>
  )
}

/** A text node with its entities. Offsets only fit where the text has no escapes, so others stay unmarked. */
function renderText(node: Text, annotations: readonly Annotation[]): ComponentChildren {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  if (start === undefined || end === undefined || end - start !== node.value.length) return node.value
  const inside = annotations
    .filter((annotation) => annotation.start >= start && annotation.end <= end)
    .map((annotation) => ({ ...annotation, start: annotation.start - start, end: annotation.end - start }))
  return cutAtAnnotations(node.value, inside).map(({ text, entity }, position) =>
    entity ? <EntityMark key={position} entity={entity} /> : text,
  )
}

/** Turns a Markdown tree into elements. HTML in the text is left out. */
function renderNode(node: Nodes, annotations: readonly Annotation[], key: number): VNode | ComponentChildren {
  const children = 'children' in node ? renderAll(node, annotations) : undefined
  switch (node.type) {
    case 'text':
      return renderText(node, annotations)
    case 'paragraph':
      return <p key={key}>{children}</p>
    case 'heading':
      // The title of the page is its only heading of the first level.
      return node.depth <= 2 ? <h2 key={key}>{children}</h2> : <h3 key={key}>{children}</h3>
    case 'strong':
      return <strong key={key}>{children}</strong>
    case 'emphasis':
      return <em key={key}>{children}</em>
    case 'blockquote':
      return <blockquote key={key}>{children}</blockquote>
    case 'list':
      return node.ordered ? <ol key={key}>{children}</ol> : <ul key={key}>{children}</ul>
    case 'listItem':
      return <li key={key}>{children}</li>
    case 'link': {
      const href = safeAddress(node.url)
      return href ? (
        <a key={key} href={href} rel="noopener nofollow external">
          {children}
        </a>
      ) : (
        <span key={key}>{children}</span>
      )
    }
    case 'inlineCode':
      return <code key={key}>{node.value}</code>
    case 'code':
      return (
        <pre key={key} tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      )
    case 'break':
      return <br key={key} />
    case 'thematicBreak':
      return <hr key={key} />
    case 'table':
      return (
        <div key={key} class="numbers" tabIndex={0} role="region" aria-label={texts.chart.table}>
          <table>
            <tbody>{children}</tbody>
          </table>
        </div>
      )
    case 'tableRow':
      return <tr key={key}>{children}</tr>
    case 'tableCell':
      return <td key={key}>{children}</td>
    case 'image':
      // The page loads nothing from other hosts, where the pictures are. Shows their description instead.
      return node.alt ? <em key={key}>[{node.alt}]</em> : null
    case 'root':
    case 'delete':
    case 'linkReference':
    case 'definition':
    case 'footnoteDefinition':
    case 'footnoteReference':
    case 'imageReference':
    case 'html':
    case 'yaml':
      break
  }
  return children
}

function renderAll(node: Parents, annotations: readonly Annotation[]): ComponentChildren {
  return node.children.map((child, position) => renderNode(child, annotations, position))
}

/** A text without markup and marks, in its paragraphs. */
function PlainText({ content }: { content: string }) {
  const paragraphs = content.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <div class="prose">
      {paragraphs.map((paragraph, position) => (
        <p key={position}>{paragraph}</p>
      ))}
    </div>
  )
}

/**
 * The text of an article with links to its entities. `annotations` are offsets in the Markdown. A text that would block
 * the page for seconds is shown as it is.
 */
export function Markdown({ content, annotations }: { content: string; annotations: readonly Annotation[] }) {
  if (isSlowMarkdown(content)) return <PlainText content={content} />
  const tree = fromMarkdown(content, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  return <div class="prose">{renderAll(tree, annotations)}</div>
}
