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
  source: (publisher: string, query: string) => `Fonte: ${publisher}, consulta ${query} da API.`,
  period: (from: string, to: string) => `Dados de ${from} a ${to}.`,
  counted: (publisher: string) => `As contagens são feitas por ${publisher}: cite a fonte.`,
  broken: 'O desenho não carregou. Os números estão na tabela.',
  noPicture: 'O navegador não fez a imagem. Tente o SVG.',
}

/** Words of a reference to a chart. */
export const citationTexts = {
  source: (publisher: string) => `Fonte: ${publisher}, com notícias dos sites do governo federal (gov.br)`,
  period: (from: string, to: string) => `dados de ${from} a ${to}`,
  read: (day: string) => `lidos em ${day}`,
  available: (address: string) => `Disponível em: ${address}.`,
  access: (day: string) => `Acesso em: ${day}.`,
}
