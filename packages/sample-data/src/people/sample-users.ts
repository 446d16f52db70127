/** The people of the sample data. Their login names are their subjects at the issuer. */
const SAMPLE_USERS: Record<string, { name: string }> = {
  author: { name: 'Ana Autora' },
  reader: { name: 'Rui Leitor' },
  guest: { name: 'Gil Convidado' },
}

/** Returns the claims of a person by user name. Any other name is a new person, created at the first login. */
export function describePerson(name: string): Record<string, unknown> {
  return {
    ...SAMPLE_USERS[name],
    preferred_username: name,
    email: `${name}@pauta.local`,
    email_verified: true,
  }
}
