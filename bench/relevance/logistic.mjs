/**
 * Fits a logistic regression with an L2 penalty by Newton's method. `rows` are `{x: number[], y: 0|1, weight}`.
 * Returns `{bias, weights}` for the unscaled features.
 */
export function fitLogistic(rows, penalty) {
  const size = rows[0].x.length;
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const means = mapColumns(size, (j) => rows.reduce((sum, { x, weight }) => sum + weight * x[j], 0) / total);
  const spreads = mapColumns(size, (j) => {
    const variance = rows.reduce((sum, { x, weight }) => sum + weight * (x[j] - means[j]) ** 2, 0) / total;
    return Math.sqrt(variance) || 1;
  });
  const scaled = rows.map(({ x, y, weight }) => ({
    x: [1, ...x.map((value, j) => (value - means[j]) / spreads[j])],
    y,
    weight: weight / total,
  }));
  let theta = new Array(size + 1).fill(0);
  for (let step = 0; step < 30; step++) {
    const change = newtonStep(scaled, theta, penalty);
    theta = theta.map((value, j) => value - change[j]);
    if (Math.max(...change.map(Math.abs)) < 1e-8) {
      break;
    }
  }
  const weights = mapColumns(size, (j) => theta[j + 1] / spreads[j]);
  return { bias: theta[0] - weights.reduce((sum, weight, j) => sum + weight * means[j], 0), weights };
}

/** The probability, 0 to 1, that a fitted model gives to the features `x`. */
export function predict({ bias, weights }, x) {
  return 1 / (1 + Math.exp(-weights.reduce((sum, weight, j) => sum + weight * x[j], bias)));
}

function newtonStep(rows, theta, penalty) {
  const size = theta.length;
  const gradient = theta.map((value, j) => (j === 0 ? 0 : penalty * value));
  const hessian = theta.map((_, i) => theta.map((__, j) => (i === j ? (i === 0 ? 1e-9 : penalty) : 0)));
  for (const { x, y, weight } of rows) {
    const p = 1 / (1 + Math.exp(-x.reduce((sum, value, j) => sum + value * theta[j], 0)));
    for (let i = 0; i < size; i++) {
      gradient[i] += weight * (p - y) * x[i];
      for (let j = 0; j <= i; j++) {
        hessian[i][j] += weight * p * (1 - p) * x[i] * x[j];
      }
    }
  }
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      hessian[i][j] = hessian[j][i];
    }
  }
  return solve(hessian, gradient);
}

/** Gaussian elimination with partial pivoting. */
function solve(matrix, vector) {
  const rows = matrix.map((row, i) => [...row, vector[i]]);
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let k = i + 1; k < size; k++) {
      pivot = Math.abs(rows[k][i]) > Math.abs(rows[pivot][i]) ? k : pivot;
    }
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    for (let k = i + 1; k < size; k++) {
      const factor = rows[k][i] / rows[i][i];
      for (let j = i; j <= size; j++) {
        rows[k][j] -= factor * rows[i][j];
      }
    }
  }
  const solution = new Array(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    const known = solution.reduce((sum, value, j) => (j > i ? sum + rows[i][j] * value : sum), 0);
    solution[i] = (rows[i][size] - known) / rows[i][i];
  }
  return solution;
}

const mapColumns = (size, value) => Array.from({ length: size }, (_, j) => value(j));
