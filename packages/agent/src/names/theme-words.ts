/**
 * Names that people use for themes, with the code of the theme. A word for a part of a theme, such as "vacinação", is
 * not listed: such words are searched in the texts.
 */
export const THEME_WORDS: readonly (readonly [words: string, code: string])[] = [
  ['impostos', '01.02.02'],
  ['universidades', '02.02'],
  ['mudança do clima', '05.02'],
  ['clima', '05.02'],
  ['ferrovias', '07.05'],
  ['aviação', '07.04'],
  ['previdência', '15.03'],
  ['concursos', '20.04.01'],
  ['licitações', '20.03.03'],
  ['mulheres', '24.01'],
  ['povos indígenas', '24.02'],
  ['indígenas', '24.02'],
  ['LGBT', '24.03'],
  ['pessoas com deficiência', '24.05'],
  ['moradia', '25.01'],
  ['saneamento', '25.03'],
]
