import type { ClippingInput } from '@pauta/clippings/clippings/clipping'

/** User names of the people of the sample data. */
export type SamplePerson = 'author' | 'reader' | 'guest'

/** A clipping of the sample data and the actions of others on it. Ages are whole days before the sample's instant. */
export interface SampleClipping {
  by: SamplePerson
  ageDays: number
  input: ClippingInput
  /** True when its author has switched it off. */
  paused?: true
  /** The listing in the marketplace. A blank name means the clipping's own name. */
  listing?: {
    ageDays: number
    name: string
    description: string
    likedBy: readonly SamplePerson[]
    followedBy: readonly SamplePerson[]
    clonedBy: readonly SamplePerson[]
  }
  /** Number of last runs that have a release. */
  releases: number
}

const recorte = (
  title: string,
  filters: { themes?: string[]; agencies?: string[]; keywords?: string[] },
): ClippingInput['recortes'][number] => ({ title, themes: [], agencies: [], keywords: [], ...filters })

const byEmail = { email: true, telegram: false, push: false, webhook: false }

/** The clippings, listings and subscriptions of the sample's people. */
export const SAMPLE_CLIPPINGS: readonly SampleClipping[] = [
  {
    by: 'author',
    ageDays: 75,
    input: {
      name: 'Saúde pública em dia',
      description: 'Vacinas, dengue e filas do SUS, de segunda a sexta.',
      prompt: 'Quero saber o que muda para quem usa o SUS: campanhas de vacinação, surtos e novos serviços.',
      schedule: '0 8 * * 1-5',
      recortes: [
        recorte('Vacinação', { themes: ['03.02'], keywords: ['vacina', 'vacinação'] }),
        recorte('Dengue e outras arboviroses', { themes: ['03.02.01'], keywords: ['dengue'] }),
        recorte('Atenção e linhas de cuidado', { agencies: ['saude', 'ebserh'], themes: ['03.01'] }),
      ],
      deliveryChannels: byEmail,
    },
    listing: {
      ageDays: 70,
      name: '',
      description: 'O essencial da saúde pública para gestores, jornalistas e quem usa o SUS.',
      likedBy: ['reader', 'guest'],
      followedBy: ['reader', 'guest'],
      clonedBy: [],
    },
    releases: 10,
  },
  {
    by: 'author',
    ageDays: 60,
    input: {
      name: 'Clima e florestas',
      description: 'Desmatamento, incêndios e negociações do clima.',
      prompt: 'Acompanhe a proteção das florestas e o que o Brasil leva às conferências do clima.',
      schedule: '30 7 * * 1,4',
      recortes: [
        recorte('Florestas e desmatamento', {
          themes: ['05.01'],
          agencies: ['ibama', 'mma', 'icmbio', 'inpe'],
        }),
        recorte('Mudança do clima', { themes: ['05.02'] }),
        recorte('Amazônia', { keywords: ['Amazônia', 'Fundo Amazônia'] }),
      ],
      deliveryChannels: byEmail,
    },
    listing: {
      ageDays: 55,
      name: 'Clima e florestas do Brasil',
      description: 'Duas vezes por semana: satélites, fiscalização e diplomacia do clima.',
      likedBy: ['reader'],
      followedBy: ['reader'],
      clonedBy: ['guest'],
    },
    releases: 6,
  },
  {
    by: 'author',
    ageDays: 40,
    input: {
      name: 'Contas públicas',
      description: 'Orçamento, arrecadação e dívida.',
      schedule: '0 18 * * 5',
      recortes: [
        recorte('Política fiscal', { themes: ['01.01'] }),
        recorte('Impostos', { themes: ['01.02'], agencies: ['fazenda', 'receitafederal'] }),
      ],
    },
    paused: true,
    releases: 3,
  },
  {
    by: 'reader',
    ageDays: 50,
    input: {
      name: 'Da alfabetização ao Enem',
      description: 'Notícias da educação para professores e famílias.',
      prompt: 'Programas, prazos e resultados da educação básica e do acesso à universidade.',
      schedule: '0 7 * * 1',
      recortes: [
        recorte('Educação básica', { themes: ['02.01'] }),
        recorte('Enem e Sisu', { keywords: ['Enem', 'Sisu'] }),
      ],
      deliveryChannels: byEmail,
    },
    listing: {
      ageDays: 45,
      name: '',
      description: 'Toda segunda, a semana da educação em uma leitura.',
      likedBy: ['author', 'guest'],
      followedBy: ['author'],
      clonedBy: [],
    },
    releases: 5,
  },
  {
    by: 'guest',
    ageDays: 30,
    input: {
      name: 'Cultura perto de casa',
      description: 'Editais, pontos de cultura e patrimônio.',
      schedule: '0 9 * * 3',
      recortes: [
        recorte('Editais e incentivos', { themes: ['08.03'] }),
        recorte('Patrimônio', { themes: ['08.02'], keywords: ['tombamento', 'restauro', 'patrimônio'] }),
      ],
      deliveryChannels: byEmail,
    },
    listing: {
      ageDays: 25,
      name: 'Cultura e editais abertos',
      description: 'Para quem faz cultura e não quer perder prazo.',
      likedBy: ['author'],
      followedBy: [],
      clonedBy: [],
    },
    releases: 3,
  },
  {
    by: 'guest',
    ageDays: 28,
    input: {
      name: 'Economia e emprego todo dia',
      description: 'Contas públicas, impostos, crédito e vagas, de domingo a domingo.',
      prompt: 'Toda manhã, o que o governo publicou sobre economia e trabalho.',
      schedule: '0 7 * * *',
      recortes: [
        recorte('Economia e finanças', { themes: ['01'] }),
        recorte('Trabalho e emprego', { themes: ['14'] }),
      ],
      deliveryChannels: byEmail,
    },
    listing: {
      ageDays: 24,
      name: '',
      description: 'Diário: a economia e o mercado de trabalho em uma leitura curta.',
      likedBy: ['reader'],
      followedBy: ['author'],
      clonedBy: [],
    },
    releases: 7,
  },
]
