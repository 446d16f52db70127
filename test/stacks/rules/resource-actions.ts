/*
 * What the AWS provider calls for each type of resource, from its source (hashicorp/terraform-provider-aws, release 6)
 * and AWS's service authorization reference. Four groups: create, read, update, delete.
 */

export interface Actions {
  create: string
  read: string
  update: string
  delete: string
  /** The resource that AWS checks these actions on, by the inputs of the resource. */
  on: (inputs: Record<string, unknown>, place: Place) => string
}

export interface Place {
  account: string
  region: string
  app: string
  stage: string
}

export type On = Actions['on']

export const named =
  (service: string, prefix: string, input = 'name'): On =>
  (inputs, { account, region }) =>
    `arn:aws:${service}:${region}:${account}:${prefix}${String(inputs[input])}`
export const global =
  (service: string, prefix: string): On =>
  (inputs, { account }) =>
    `arn:aws:${service}::${account}:${prefix}${String(inputs['name'])}`
/** AWS gives these resources their own names, or checks no resource. */
export const anyId =
  (service: string, example: string): On =>
  (_, { account, region }) =>
    `arn:aws:${service}:${region}:${account}:${example}`
export const api =
  (path: string): On =>
  (_, { region }) =>
    `arn:aws:apigateway:${region}::/${path}`
const bucketOf = (inputs: Record<string, unknown>, { app, stage }: Place): string => {
  const name = String(inputs['bucket'])
  // The mock engine gives the bucket of SST the name `assets`, and others an ID by their logical name.
  if (name === 'assets') return 'sst-asset-example'
  return name.startsWith(`${app}-`) ? name : `${app}-${stage}-${name.toLowerCase()}`
}
export const bucket: On = (inputs, place) => `arn:aws:s3:::${bucketOf(inputs, place)}`
export const bucketObject: On = (inputs, place) => `${bucket(inputs, place)}/${String(inputs['key'])}`
export const inStage =
  (service: string, prefix: string): On =>
  (_, { account, region, app, stage }) =>
    `arn:aws:${service}:${region}:${account}:${prefix}${app}-${stage}-example`
