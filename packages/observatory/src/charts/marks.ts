/** The parts of Observable Plot that the site draws with. A whole import would load every part. */
export {
  axisX,
  axisY,
  barX,
  barY,
  cell,
  dot,
  gridY,
  lineY,
  plot,
  pointer,
  pointerX,
  rectY,
  ruleX,
  ruleY,
  text,
  tip,
} from '@observablehq/plot'
