import { askAws } from './ask-aws.ts'

const FUNCTION_OF_PREVIEW = /^pauta-(pr-\d+)-/

/** Returns the stages of previews in the account, by the names of their functions, in the order of their numbers. */
export async function listPreviewStages(region: string): Promise<string[]> {
  const names = await askAws<string[]>(
    `lambda list-functions --region ${region} --query Functions[].FunctionName`,
  )
  const stages = new Set(names.flatMap((name) => FUNCTION_OF_PREVIEW.exec(name)?.[1] ?? []))
  return [...stages].sort((a, b) => Number(a.slice(3)) - Number(b.slice(3)))
}
