// The operations of clippings, as a portal sends them.

/** Every field of a clipping that depends on the caller, except releases. */
const FIELDS = `id name description prompt schedule scheduleTime nextRunAt startDate endDate extraEmails includeHistory
  active createdAt updatedAt authorUserId publishedToMarketplace marketplaceListingId isAuthor
  deliveryChannels { email telegram push webhook } recortes { id title themes agencies keywords }
  mySubscription { id role active webhookUrl webhookSecret extraEmails deliveryChannels { email } }
  releases { id }`
export const CREATE = `mutation ($input: ClippingInput!) { createClipping(input: $input) { ${FIELDS} } }`
export const UPDATE = `mutation ($id: String!, $input: ClippingInput!) { updateClipping(id: $id, input: $input) { ${FIELDS} } }`
export const TOGGLE = `mutation ($id: String!, $active: Boolean!) { setClippingActive(id: $id, active: $active) { ${FIELDS} } }`
export const DELETE = 'mutation ($id: String!) { deleteClipping(id: $id) }'
export const SEND = 'mutation ($id: String!) { sendClipping(id: $id) }'
export const FIND = `query ($id: String!) { clipping(id: $id) { ${FIELDS} } }`
