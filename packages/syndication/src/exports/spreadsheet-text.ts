/**
 * A place of a text where a spreadsheet may begin a cell that it would compute. That is the start of the text, and for
 * readers that separate by `;` or tab also what follows these and line breaks: such readers do not see our quotes, which
 * are not at the start of their cell. Blanks, invisible characters and quotes before the sign do not protect. Wide,
 * small, raised and lowered forms of the signs count, as some programs normalise them.
 */
const FORMULA =
  /(^|[;\t\r\n])(?=[[\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}"]--[\t\r\n]]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/gv
const LEADING_BREAK = /^[\t\r\n]/

/** Returns the text with a quote mark before each formula. The mark makes the cell a text. */
export function guardFormula(text: string): string {
  const guarded = text.replace(FORMULA, "$1'")
  return LEADING_BREAK.test(guarded) ? `'${guarded}` : guarded
}
