export { request } from 'node:http'
export { request as secureRequest } from 'node:https'
