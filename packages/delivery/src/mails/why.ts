/** Tells the author of a clipping why a mail arrives. */
export const whyAuthor = (clippingName: string): string =>
  `Você recebe esta mensagem porque criou o clipping “${clippingName}”.`
