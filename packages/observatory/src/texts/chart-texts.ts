/** Texts below every chart. */
export const chartTexts = {
  table: 'Tabela',
  picture: 'Gráfico',
  csv: 'CSV',
  svg: 'SVG',
  png: 'PNG',
  cite: 'Copiar citação',
  bibtex: 'Copiar BibTeX',
  address: 'Copiar endereço',
  query: 'Copiar consulta GraphQL',
  copied: 'Copiada',
  partial: 'Número parcial:',
  source: (query: string) => `Fonte: API da Pauta, consulta ${query}.`,
  period: (from: string, to: string) => `Dados de ${from} a ${to}.`,
  /** The licence that gov.br pages name in their footer, as the card of the dataset has it. */
  licence:
    'Licença dos textos: CC BY-ND 3.0, salvo indicação em contrário na página de origem. As contagens são da Pauta: cite a fonte.',
  broken: 'O desenho não carregou. Os números estão na tabela.',
  noPicture: 'O navegador não fez a imagem. Tente o SVG.',
}

/** Words of a reference to a chart. */
export const citationTexts = {
  author: 'PAUTA',
  source: 'Fonte: Pauta, com notícias dos sites do governo federal (gov.br)',
  period: (from: string, to: string) => `dados de ${from} a ${to}`,
  read: (day: string) => `lidos em ${day}`,
  available: (address: string) => `Disponível em: ${address}.`,
  access: (day: string) => `Acesso em: ${day}.`,
}
