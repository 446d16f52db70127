import { completable, type McpServer } from '@modelcontextprotocol/server'
import { localDay, startOfLocalDay } from '@pauta/platform/time/time'
import * as z from 'zod'
import type { ToolContext } from './define-tool.ts'
import { matchNames, readAgencies } from './tools/catalogue.ts'

const ARGUMENT_MAX_CHARACTERS = 300
const COMPLETIONS_MAX = 100
const WEEK_DAYS = 7

const SOURCES =
  'Escreva em português. Cite a url da fonte de cada afirmação e não afirme nada que não esteja nas notícias. ' +
  'Se as notícias não bastarem, diga o que falta.'

/** A prompt with at most one argument. */
interface Prompt {
  name: string
  title: string
  description: string
  argument?: { name: string; description: string; completesAgencies?: true }
  /** Returns the request to the model. `value` is '' for a prompt without argument. */
  write: (value: string, now: Date) => string
}

const weekAgo = (now: Date): string => localDay(startOfLocalDay(now, 1 - WEEK_DAYS))

const PROMPTS: readonly Prompt[] = [
  {
    name: 'resumo_da_semana',
    title: 'Resumo da semana de um órgão',
    description: 'Resume o que um órgão publicou nos últimos sete dias, com fontes.',
    argument: { name: 'orgao', description: 'Nome ou chave do órgão', completesAgencies: true },
    write: (agency, now) =>
      `Resuma o que "${agency}" publicou de ${weekAgo(now)} a ${localDay(now)}. ` +
      'Obtenha a chave do órgão com list_agencies e busque com search_articles (agencies, startDate, limit 25, e as outras páginas). ' +
      'Agrupe as notícias em até cinco assuntos, do mais ao menos importante, com duas frases e as fontes de cada um. ' +
      `Termine com o que merece acompanhamento. ${SOURCES}`,
  },
  {
    name: 'panorama_do_dia',
    title: 'Panorama do dia',
    description: 'Resume as publicações do governo federal de hoje e o que está em alta.',
    write: (_, now) =>
      `Faça um panorama das publicações do governo federal em ${localDay(now)}. ` +
      'Use news_timeline (days 7) para comparar o volume com o dos dias anteriores, trending para o que está em alta e ' +
      `search_articles (startDate ${localDay(now)}, limit 25, e as outras páginas) para as notícias. Destaque até sete. ${SOURCES}`,
  },
  {
    name: 'resposta_com_fontes',
    title: 'Resposta com fontes',
    description: 'Responde uma pergunta com as notícias do governo federal, com fontes.',
    argument: { name: 'pergunta', description: 'A pergunta, por exemplo: o que mudou no Bolsa Família?' },
    write: (question, now) =>
      `Responda: ${question}\n\nHoje é ${localDay(now)}. Busque com search_articles (poucas palavras em q; agencies com a ` +
      'chave de list_agencies quando a pergunta cita um órgão; semantic true se achar pouco) e leia com get_article as ' +
      `notícias que importam. ${SOURCES}`,
  },
  {
    name: 'evolucao_de_um_tema',
    title: 'Evolução de um tema',
    description: 'Conta como um assunto evoluiu nas publicações dos últimos três meses.',
    argument: { name: 'tema', description: 'O assunto, por exemplo: vacinação contra a dengue' },
    write: (theme, now) =>
      `Conte como o assunto "${theme}" evoluiu nas publicações do governo federal nos três meses até ${localDay(now)}. ` +
      'Veja com list_themes se há um tema com esse nome. Compare os meses com count_articles, leia as notícias de cada um com ' +
      `search_articles (startDate e endDate) e monte uma linha do tempo com os marcos. ${SOURCES}`,
  },
  {
    name: 'perfil_de_entidade',
    title: 'Perfil de uma entidade',
    description: 'Descreve como uma pessoa, um órgão, um programa ou uma norma aparece nas notícias.',
    argument: { name: 'nome', description: 'O nome, por exemplo: Bolsa Família' },
    write: (name) =>
      `Descreva como "${name}" aparece nas notícias do governo federal. Encontre a entidade com search_entities, veja ` +
      'quem a cita com entity_coverage e com quem aparece com entity_network, e leia as notícias mais recentes com ' +
      `search_articles (entityCanonical). ${SOURCES}`,
  },
  {
    name: 'novo_clipping',
    title: 'Criar um clipping',
    description:
      'Transforma um assunto em recortes, mostra o que trariam e cria o clipping depois da confirmação.',
    argument: { name: 'assunto', description: 'O que acompanhar, por exemplo: editais para universidades' },
    write: (topic) =>
      `Ajude-me a criar um clipping sobre "${topic}". Proponha de um a três recortes com códigos de list_themes, chaves de ` +
      'list_agencies, siglas de estados, entidades de search_entities e palavras-chave. Mostre com preview_clipping ' +
      'quantas notícias cada um traria por dia e exemplos; ajuste até ficar entre 1 e 50 por dia. Pergunte o nome, o ' +
      'horário e os canais. Só chame create_clipping depois que eu confirmar.',
  },
]

/** Adds the prompts, whose agencies clients can complete. */
export function registerPrompts(server: McpServer, context: () => ToolContext): void {
  const completeAgencies = async (text: string | undefined): Promise<string[]> =>
    matchNames(await readAgencies(context()), text ?? '')
      .map(({ label }) => label)
      .slice(0, COMPLETIONS_MAX)
  for (const { name, title, description, argument, write } of PROMPTS) {
    const answer = (value: string) => ({
      description,
      messages: [
        { role: 'user' as const, content: { type: 'text' as const, text: write(value, context().now) } },
      ],
    })
    if (!argument) {
      server.registerPrompt(name, { title, description }, () => answer(''))
      continue
    }
    const text = z.string().min(1).max(ARGUMENT_MAX_CHARACTERS).describe(argument.description)
    const argsSchema = z.object({
      [argument.name]: argument.completesAgencies ? completable(text, completeAgencies) : text,
    })
    server.registerPrompt(name, { title, description, argsSchema }, (args) =>
      answer(String(args[argument.name])),
    )
  }
}
