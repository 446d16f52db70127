/** Ten short notices, written for these tests. */
export const SCHEMA = {
  name: 'noticias',
  default_sorting_field: 'publicado',
  fields: [
    { name: 'titulo', type: 'string' },
    { name: 'texto', type: 'string' },
    { name: 'orgao', type: 'string', facet: true },
    { name: 'tema', type: 'string', facet: true, optional: true },
    { name: 'tags', type: 'string[]', facet: true, optional: true },
    { name: 'publicado', type: 'int64' },
    { name: 'leituras', type: 'int32', facet: true, optional: true },
    { name: 'nota', type: 'float', optional: true },
    { name: 'destaque', type: 'bool', facet: true, optional: true },
    { name: 'chave', type: 'string', facet: true, optional: true },
    { name: 'vetor', type: 'float[]', num_dim: 3, optional: true },
  ],
}

export const DOCUMENTS = [
  { id: 'n1', titulo: 'Campanha de vacinação começa na segunda', texto: 'Postos abrem cedo em todo o país', orgao: 'saude', tema: 'Saúde', tags: ['vacina', 'campanha'], publicado: 100, leituras: 50, nota: 0.5, destaque: true, chave: 'a', vetor: [1, 0, 0] },
  { id: 'n2', titulo: 'Vacina chega às aldeias', texto: 'Equipes levam a campanha de vacinação a comunidades indígenas', orgao: 'saude', tema: 'Saúde', tags: ['vacina'], publicado: 110, leituras: 20, nota: 0.9, destaque: false, chave: 'b', vetor: [0.9, 0.1, 0] },
  { id: 'n3', titulo: 'Defesa civil alerta para chuvas', texto: 'A defesa pede atenção da população civil', orgao: 'defesa-civil', tema: 'Segurança', tags: ['chuva'], publicado: 120, leituras: 70, destaque: true, chave: 'c', vetor: [0, 1, 0] },
  { id: 'n4', titulo: 'Ministério da Defesa compra aviões', texto: 'Governo federal assina contrato', orgao: 'defesa', tema: 'Segurança', publicado: 130, leituras: 70, nota: 0.1, chave: 'd', vetor: [0, 0.8, 0.6] },
  { id: 'n5', titulo: 'Universidades abrem inscrições', texto: 'Educação superior oferece bolsas em todo o país', orgao: 'educacao', tema: 'Educação', tags: ['bolsa', 'ensino superior'], publicado: 140, destaque: false, chave: 'e', vetor: [0, 0, 1] },
  { id: 'n6', titulo: 'Educação básica recebe recursos', texto: 'Escolas públicas terão mais verbas do governo', orgao: 'educacao', tema: 'Educação', tags: ['escola'], publicado: 150, leituras: 10, nota: 0.7, chave: 'f' },
  { id: 'n7', titulo: 'Educação básica recebe recursos', texto: 'Escolas públicas terão mais verbas do governo', orgao: 'agencia', tema: 'Educação', tags: ['escola'], publicado: 160, leituras: 30, nota: 0.7, chave: 'f' },
  { id: 'n8', titulo: 'Turismo', texto: 'Praias lotadas no feriado', orgao: 'turismo', tema: 'Lazer, praias & parques', publicado: 170, leituras: 90, destaque: true },
  { id: 'n9', titulo: 'Turismo rural cresce no sul', texto: 'Produtores abrem as porteiras', orgao: 'turismo', tema: 'Lazer, praias & parques', publicado: 180, leituras: 5, nota: 0.3 },
  { id: 'n10', titulo: 'Previsão do tempo para o feriado', texto: 'Sem chuva no litoral', orgao: 'agencia', publicado: 190 },
] // prettier-ignore
