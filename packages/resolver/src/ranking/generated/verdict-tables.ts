// Written by bench/relevance/run.mjs; do not edit.
export const verdictTables = {
  "builtin-1": {
    "right": {
      "bias": -7.906,
      "weights": {
        "score": 2.013,
        "lead": 1.313,
        "relativeLead": 3.174,
        "lexical": 1.18,
        "coverage": 3.133,
        "coverageLead": -0.682,
        "complete": 1.324,
        "value": 4.047,
        "information": 3.324,
        "unknown": 3.642,
        "shortness": 0.629,
        "nearest": -0.246,
        "cosineRise": -0.279,
        "cosineLead": 1.481,
        "cosine": -1.732,
        "hasCode": -0.104,
        "codes": 1.945,
        "codeLead": 1.011,
        "missingCodes": -1.992,
        "missingNumbers": -0.964
      },
      "threshold": 0.82
    },
    "answered": {
      "bias": -8.639,
      "weights": {
        "score": 3.352,
        "lead": 2.078,
        "relativeLead": 0.535,
        "lexical": 1.317,
        "coverage": 2.922,
        "coverageLead": 0.861,
        "complete": 2.166,
        "value": 0.222,
        "information": 5.074,
        "unknown": 0.197,
        "shortness": 2.912,
        "nearest": -0.385,
        "cosineRise": 6.497,
        "cosineLead": 0.185,
        "cosine": 4.272,
        "hasCode": -1.416,
        "codes": 1.368,
        "codeLead": 3.028,
        "missingCodes": 1.906,
        "missingNumbers": -0.657
      },
      "threshold": 0.42
    }
  },
  "lexical": {
    "right": {
      "bias": -8.797,
      "weights": {
        "score": 3.108,
        "lead": 3.908,
        "relativeLead": 2.659,
        "lexical": 0.844,
        "coverage": 2.687,
        "coverageLead": -0.643,
        "complete": 1.358,
        "value": 3.633,
        "information": 3.237,
        "unknown": 3.562,
        "shortness": 1.357,
        "nearest": 0,
        "cosineRise": 0,
        "cosineLead": 0,
        "cosine": 0,
        "hasCode": 0.336,
        "codes": 1.553,
        "codeLead": 0.145,
        "missingCodes": -2.083,
        "missingNumbers": -1.062
      },
      "threshold": 0.82
    },
    "answered": {
      "bias": -7.538,
      "weights": {
        "score": 2.843,
        "lead": 5.543,
        "relativeLead": 1.219,
        "lexical": 2.328,
        "coverage": 4.18,
        "coverageLead": -1.258,
        "complete": 1.893,
        "value": 2.008,
        "information": 6.684,
        "unknown": 1.283,
        "shortness": 1.903,
        "nearest": 0,
        "cosineRise": 0,
        "cosineLead": 0,
        "cosine": 0,
        "hasCode": -2.331,
        "codes": -0.204,
        "codeLead": 3.362,
        "missingCodes": 4.102,
        "missingNumbers": -0.684
      },
      "threshold": 0.26
    }
  },
  "general": {
    "right": {
      "bias": -8.115,
      "weights": {
        "score": 2.873,
        "lead": 3.523,
        "relativeLead": 2.23,
        "lexical": 0.692,
        "coverage": 4.068,
        "coverageLead": 0.419,
        "complete": 0.111,
        "value": 2.899,
        "information": 0.208,
        "unknown": 4.949,
        "shortness": -0.01,
        "nearest": -0.761,
        "cosineRise": 3.033,
        "cosineLead": 1.976,
        "cosine": 0,
        "hasCode": -0.418,
        "codes": 2.732,
        "codeLead": 0.238,
        "missingCodes": -2.581,
        "missingNumbers": -0.979
      },
      "threshold": 0.96
    },
    "answered": {
      "bias": -8.212,
      "weights": {
        "score": 6.548,
        "lead": 4.396,
        "relativeLead": -0.604,
        "lexical": 0.285,
        "coverage": 2.338,
        "coverageLead": 0.488,
        "complete": 0.955,
        "value": -0.777,
        "information": 6.15,
        "unknown": 2.458,
        "shortness": 1.343,
        "nearest": -1.052,
        "cosineRise": 12.626,
        "cosineLead": 0.92,
        "cosine": 0,
        "hasCode": -1.082,
        "codes": 2.602,
        "codeLead": 2.394,
        "missingCodes": 0.06,
        "missingNumbers": -2.143
      },
      "threshold": 0.28
    }
  }
} as const;
