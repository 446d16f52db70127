/** text-embeddings-inference for processors without a GPU. */
export const TEI_IMAGE =
  'ghcr.io/huggingface/text-embeddings-inference:cpu-1.9.4@sha256:2538ea1c9640d3763b15af668039d24172d063b42337b0c27796fc2be180c78d'

/**
 * multilingual-e5-base (MIT licence): 278 million parameters, 768 dimensions, 512 tokens, trained on Portuguese among 100
 * languages. The name that is stored with each vector contains the revision: vectors of two revisions are never compared.
 */
export const MODEL = {
  id: 'intfloat/multilingual-e5-base',
  revision: 'd13f1b27baf31030b7fd040960d60d909913633f',
  tokens: 512,
  queryPrefix: 'query: ',
  passagePrefix: 'passage: ',
  /**
   * The model card: cosines lie between 0.7 and 1, so a distance of 0.3 excludes nothing. 0.2 is to be measured on the
   * stage's own news with `npm run bench -- relevance`.
   */
  maxDistance: 0.2,
}

/** The name that is stored with vectors. */
export const MODEL_NAME = `${MODEL.id}@${MODEL.revision.slice(0, 8)}`

export const PORT = 8080
/** Most texts of one request; a test compares it with the batches of the client. */
export const MAX_BATCH = 4
/** Requests that may wait. More are refused with 429, which the client retries. */
const MAX_WAITING = 64

/** A command for bash alone, because not every version of the image has curl. Succeeds when the service answers 200. */
export const healthCommand = (port: number) =>
  `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET /health HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200'`

/** The container of the task. It computes one text at a time, so a query waits for one text and not for a batch. */
export function teiContainer(processors: number) {
  return {
    name: 'tei',
    image: TEI_IMAGE,
    essential: true,
    command: [
      ['--model-id', MODEL.id],
      ['--revision', MODEL.revision],
      ['--dtype', 'float32'],
      ['--pooling', 'mean'],
      ['--hostname', '0.0.0.0'],
      ['--port', String(PORT)],
      ['--tokenization-workers', String(processors)],
      ['--max-batch-tokens', String(MODEL.tokens)],
      ['--max-client-batch-size', String(MAX_BATCH)],
      ['--max-concurrent-requests', String(MAX_WAITING)],
      ['--json-output'],
    ].flat(),
    environment: [
      // The image assumes eight processors.
      { name: 'RAYON_NUM_THREADS', value: String(processors) },
      { name: 'OMP_NUM_THREADS', value: String(processors) },
    ],
    portMappings: [{ containerPort: PORT, protocol: 'tcp' }],
    healthCheck: {
      command: ['CMD', 'bash', '-c', healthCommand(PORT)],
      interval: 15,
      timeout: 5,
      retries: 5,
      // The most that ECS allows. The first start loads 1.1 GB of weights.
      startPeriod: 300,
    },
  }
}
