import {
  type DeployerPolicy,
  makeDeployerPolicies,
  measurePolicies,
  POLICY_LENGTH_MAX,
} from '../../../stacks/deployer-policy.ts'
import type { PolicyStatement } from '../../../stacks/deployer-statements.ts'
import { listQuotaNeeds } from '../../../stacks/quota-needs.ts'
import { stageKindOf } from '../../../stacks/settings.ts'
import { type Graph, listFunctions, listOfType, type Resource, revealed } from '../graph.ts'
import { ACTIONS, isOfAws, LOOK_UPS, typeOf } from './actions.ts'
import type { Place } from './resource-actions.ts'
import { listSettings } from '../stage-settings.ts'
import { listGraphs, type Rule } from './functions.ts'

const ACCOUNT = '123456789012'
/** AWS's limit of managed policies on a role. */
const POLICIES_MAX = 10

/**
 * Caches patterns, policies and their answers: every mistake of the tests needs the same ones, for every resource of
 * every stage.
 */
const patterns = new Map<string, RegExp>()
const policiesOfRole = new Map<string, DeployerPolicy[]>()
const answers = new WeakMap<readonly DeployerPolicy[], Map<string, boolean>>()

function toPattern(glob: string): RegExp {
  const known = patterns.get(glob)
  if (known) return known
  const text = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const pattern = new RegExp(`^${text}$`, 'i')
  patterns.set(glob, pattern)
  return pattern
}

const covers = (globs: readonly string[], value: string) => globs.some((glob) => toPattern(glob).test(value))

/** Whether a statement allows the action, if its condition names this value or has none. */
function allows(statement: PolicyStatement, action: string, resource: string, context: string): boolean {
  if (!covers(statement.Action, action) || !covers(statement.Resource, resource)) return false
  const wanted = Object.values(statement.Condition ?? {}).flatMap((test) => Object.entries(test))
  return wanted.every(([key, values]) => key === 'aws:RequestedRegion' || [values].flat().includes(context))
}

function isAllowed(
  policies: readonly DeployerPolicy[],
  action: string,
  resource: string,
  context = '',
): boolean {
  const known = answers.get(policies) ?? new Map<string, boolean>()
  answers.set(policies, known)
  const key = `${action} ${resource} ${context}`
  const answer =
    known.get(key) ??
    policies.some(({ document }) =>
      document.Statement.some((statement) => allows(statement, action, resource, context)),
    )
  known.set(key, answer)
  return answer
}

const placeOf = ({ app }: Graph): Place => ({
  account: ACCOUNT,
  region: app.providers.aws.region,
  app: app.name,
  stage: app.stage,
})

function policiesOf({ app }: Graph): DeployerPolicy[] {
  const { region } = app.providers.aws
  // One role deploys every preview.
  const stage = app.stage.startsWith('pr-') ? 'pr-*' : app.stage
  const key = `${stage} ${region}`
  const made = policiesOfRole.get(key) ?? makeDeployerPolicies({ account: ACCOUNT, region, stage })
  policiesOfRole.set(key, made)
  return made
}

/** Services with actions that AWS does not check on one of our resources. */
const UNNAMED = /^(ec2|route53|logs:Describe|ssm:Describe)/

function resourceOf(action: string, resource: Resource, place: Place): string {
  if (UNNAMED.test(action)) return '*'
  // The certificate of the site is made where CloudFront looks for it.
  const isOfSite = action.startsWith('acm:') && resource.name.startsWith('Site')
  return (
    ACTIONS[typeOf(resource)]?.on(resource.inputs, isOfSite ? { ...place, region: 'us-east-1' } : place) ??
    '*'
  )
}

/** Values that a condition of the policy compares. */
function contextOf(action: string, { inputs }: Resource): string[] {
  if (action !== 'iam:AttachRolePolicy') return ['']
  return ((inputs['managedPolicyArns'] as string[] | undefined) ?? []).map((arn) =>
    arn.replace(/^arn:[^:]*:/, 'arn:aws:'),
  )
}

function findMissing(graph: Graph, resource: Resource): string[] {
  const { name, readId } = resource
  const type = typeOf(resource)
  const actions = ACTIONS[type]
  if (!actions)
    return [`${name} is of the type ${type}, which test/stacks/rules/service-actions.ts does not know`]
  const [place, policies] = [placeOf(graph), policiesOf(graph)]
  const groups = readId ? [actions.read] : [actions.create, actions.read, actions.update, actions.delete]
  const wanted = new Set(groups.join(' ').split(' ').filter(Boolean))
  return [...wanted]
    .filter((action) =>
      contextOf(action, resource).some(
        (context) =>
          !isAllowed(
            policies,
            action,
            readId ? readArn(resource, place) : resourceOf(action, resource, place),
            context,
          ),
      ),
    )
    .map((action) => `the deployer of ${graph.app.stage} may not ${action} ${name} (${type})`)
}

/** A resource that is only looked up has an ID instead of inputs. */
function readArn(resource: Resource, place: Place): string {
  const { readId = '' } = resource
  return resourceOf('', { ...resource, inputs: { identifier: readId, name: readId } }, place)
}

/** Every role that a service assumes must be passed to it. */
function findUnpassable(graph: Graph): string[] {
  const { account } = placeOf(graph)
  return listOfType(graph, 'aws:iam/role:Role').flatMap(({ name, inputs }) => {
    const trust = JSON.stringify(revealed(inputs['assumeRolePolicy']))
    const services = trust.match(/[a-z.-]+\.amazonaws\.com/g) ?? []
    const arn = `arn:aws:iam::${account}:role/${String(inputs['name'])}`
    return services
      .filter((service) => !isAllowed(policiesOf(graph), 'iam:PassRole', arn, service))
      .map((service) => `the deployer of ${graph.app.stage} may not pass ${name} to ${service}`)
  })
}

function findUnreadable(graph: Graph): string[] {
  return graph.lookUps.flatMap(({ token, inputs }) => {
    const question = LOOK_UPS[token]
    if (!question) return [`test/stacks/rules/actions.ts does not know the look-up ${token}`]
    const need = question(inputs, placeOf(graph))
    return need && !isAllowed(policiesOf(graph), ...need)
      ? [`the deployer of ${graph.app.stage} may not ${need.join(' ')}`]
      : []
  })
}

/** The policy of a deployer covers every resource of its stage, from its first deployment to its removal. */
export const findForbiddenToDeployer: Rule = (stages) =>
  listGraphs(stages).flatMap((graph) => [
    ...graph.resources.filter(isOfAws).flatMap((resource) => findMissing(graph, resource)),
    ...findUnpassable(graph),
    ...findUnreadable(graph),
  ])

/** The quotas that `pauta doctor` checks cover what each stage takes, and count its servers, zones and networks. */
export const findWrongQuotaNeeds: Rule = (stages) =>
  listSettings(stages).flatMap(([graph, settings]) => {
    const { stage } = graph.app
    const needs = listQuotaNeeds(settings, stageKindOf(stage) === 'preview')
    // A resource that is only looked up has no options.
    const own = (type: string) => listOfType(graph, type).filter(({ options }) => options).length
    const reserved = listFunctions(graph).reduce(
      (sum, { inputs }) => sum + Number(inputs['reservedConcurrentExecutions'] ?? 0),
      0,
    )
    const exact = {
      elasticAddresses: own('aws:ec2/eip:Eip'),
      networks: own('aws:ec2/vpc:Vpc'),
      databases: own('aws:rds/instance:Instance') + own('aws:rds/clusterInstance:ClusterInstance'),
    }
    const faults = Object.entries(exact).filter(
      ([name, amount]) => needs[name as keyof typeof exact] !== amount,
    )
    if (needs.reservedConcurrency < reserved) faults.push(['reservedConcurrency', reserved])
    return faults.map(
      ([name, amount]) =>
        `the stage ${stage} takes ${amount} of ${name}, stacks/quota-needs.ts says ${needs[name as keyof typeof needs]}`,
    )
  })

/** Every policy fits into the limits of IAM. */
export const findLongPolicies: Rule = ({ production, staging, preview }) =>
  [production, staging, preview].flatMap((graph) => {
    const policies = policiesOf(graph)
    const long = Object.entries(measurePolicies(policies)).filter(([, size]) => size > POLICY_LENGTH_MAX)
    return [
      ...long.map(([name, size]) => `${name} has ${size} characters, IAM takes ${POLICY_LENGTH_MAX}`),
      ...(policies.length > POLICIES_MAX ? [`a role takes ${POLICIES_MAX} policies`] : []),
    ]
  })
