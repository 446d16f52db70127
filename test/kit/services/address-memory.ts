import type { AddressMemory, AddressNote } from '@pauta/scraper/crawl/address-notes'

/** Returns notes that end with the process. */
export function createAddressMemory(): AddressMemory {
  const notes = new Map<string, Map<string, AddressNote>>()
  return {
    list: async (agencyKey) => new Map(notes.get(agencyKey)),
    async save(agencyKey, url, note) {
      const ofAgency = notes.get(agencyKey) ?? new Map<string, AddressNote>()
      notes.set(agencyKey, ofAgency)
      if (note === null) ofAgency.delete(url)
      else ofAgency.set(url, note)
    },
  }
}
