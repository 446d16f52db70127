import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import { orExplain } from './or-explain.ts'

const CLIENT = {
  maxAttempts: 4,
  requestHandler: requestTimeouts({ connectMs: 5000, answerMs: 20_000 }),
}
const FUNCTION_OF_PREVIEW = /^pauta-(pr-\d+)-/

/** Returns the stages of previews in the account, by the names of their functions, in the order of their numbers. */
export async function listPreviewStages(region: string): Promise<string[]> {
  const sdk = await import('@aws-sdk/client-lambda')
  const client = new sdk.LambdaClient({ ...CLIENT, region })
  const find = async () => {
    const stages = new Set<string>()
    for await (const { Functions = [] } of sdk.paginateListFunctions({ client }, {}))
      for (const { FunctionName = '' } of Functions) {
        const stage = FUNCTION_OF_PREVIEW.exec(FunctionName)?.[1]
        if (stage !== undefined) stages.add(stage)
      }
    return stages
  }
  const stages = await orExplain('Listing functions (lambda:ListFunctions)', find())
  return [...stages].sort((a, b) => Number(a.slice(3)) - Number(b.slice(3)))
}
