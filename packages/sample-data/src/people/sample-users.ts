/** The people of the sample data; the names by which they log in are their subjects at the issuer. */
const SAMPLE_USERS: Record<string, { name: string }> = {
  author: { name: 'Ana Autora' },
  reader: { name: 'Rui Leitor' },
  guest: { name: 'Gil Convidado' },
}

/** The claims of a person by user name. Any other name is a person too, who is made when first seen. */
export function describePerson(name: string): Record<string, unknown> {
  return {
    ...SAMPLE_USERS[name],
    preferred_username: name,
    email: `${name}@pauta.local`,
    email_verified: true,
  }
}
