import type { AccessMap } from '../../request/access.ts'
import type { AgentEvent, Resolvers } from '../../generated/resolvers-types.ts'

export const access = { 'Subscription.generateRecortes': 'user' } satisfies AccessMap

export const resolvers = {
  Subscription: {
    generateRecortes: {
      subscribe: (_, { prompt }, { generate }) => {
        if (!generate) throw new Error('Subscriptions run on the stream alone')
        return generate(prompt)
      },
      resolve: (event: { generateRecortes: AgentEvent }) => event.generateRecortes,
    },
  },
} satisfies Resolvers
