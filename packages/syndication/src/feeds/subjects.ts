import { listAgencies } from '@pauta/core/agencies/queries'
import { findEntityOrMerged } from '@pauta/core/entities/merges'
import { listThemes } from '@pauta/core/themes/queries'
import type { ListFilter } from '@pauta/core/search-index/article-filter'
import { readRows, type Db } from '@pauta/platform/database/database'
import { badInput, PublicError } from '@pauta/platform/errors'
import { describeSelection } from '../selection/describe.ts'
import type { Selection } from '../selection/selection.ts'
import { xmlText } from './feed.ts'
import type { FeedSubject } from './feed-address.ts'

/** What a feed of articles is called, and its articles. */
export interface NamedSelection {
  title: string
  description: string
  /** Page about the subject; null when none is known. */
  home: string | null
  selection: Selection
}

const notFound = (message: string): PublicError => new PublicError('NOT_FOUND', message)

/** Adds the subject to the filters of the address, which may restrict the feed further. */
function restrict(selection: Selection, name: ListFilter, value: string): Selection {
  if (selection[name].length > 0) throw badInput(name, 'o caminho deste feed já define este filtro.')
  return { ...selection, [name]: [value] }
}

async function nameSubject(
  db: Db,
  subject: Exclude<FeedSubject, { kind: 'articles' }>,
  selection: Selection,
): Promise<{ name: string; home: string | null; selection: Selection }> {
  const { kind, id } = subject
  if (kind === 'agencies') {
    const [agency] = await listAgencies(db, [id])
    if (!agency) throw notFound(`Não existe órgão com a chave "${id}".`)
    return { name: agency.name, home: agency.newsUrl, selection: restrict(selection, 'agencies', id) }
  }
  if (kind === 'themes') {
    const [theme] = await listThemes(db, [id])
    if (!theme) throw notFound(`Não existe tema com o código "${id}".`)
    return { name: theme.label, home: null, selection: restrict(selection, 'themes', id) }
  }
  const entity = await findEntityOrMerged(db, id)
  if (!entity) throw notFound(`Não existe entidade com o identificador "${id}".`)
  return {
    name: entity.canonicalName,
    home: null,
    selection: restrict(selection, 'entityCanonical', entity.entityId),
  }
}

/** Returns title and selection of a feed of articles. Throws NOT_FOUND for an unknown agency, theme or entity. */
export async function describeSubject(
  db: Db,
  subject: FeedSubject,
  selection: Selection,
): Promise<NamedSelection> {
  const words = describeSelection(selection)
  if (subject.kind === 'articles') {
    const title = selection.title ?? (words === '' ? 'Notícias do governo federal' : `Notícias: ${words}`)
    const description =
      words === ''
        ? 'As notícias mais recentes dos órgãos do governo federal.'
        : `Notícias dos órgãos do governo federal: ${words}.`
    return { title: xmlText(title), description: xmlText(description), home: null, selection }
  }
  const named = await readRows(() => nameSubject(db, subject, selection))
  const title = selection.title ?? (words === '' ? named.name : `${named.name}: ${words}`)
  const about = subject.kind === 'agencies' ? 'de' : 'sobre'
  return {
    title: xmlText(title),
    description: xmlText(`Notícias ${about} ${named.name}${words === '' ? '' : `: ${words}`}.`),
    home: named.home,
    selection: named.selection,
  }
}
