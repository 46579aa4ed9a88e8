// Written by bench/relevance/run.mjs; do not edit.
export const verdictTables = {
  "builtin-1": {
    "right": {
      "bias": -8.331,
      "weights": {
        "score": 1.296,
        "lead": 1.458,
        "relativeLead": 3.345,
        "lexical": 2.165,
        "coverage": 3.261,
        "coverageLead": -0.611,
        "complete": 1.524,
        "value": 3.435,
        "information": 3.733,
        "unknown": 3.947,
        "shortness": 0.535,
        "nearest": -0.129,
        "cosineRise": -0.396,
        "cosineLead": 1.444,
        "cosine": -2.151,
        "hasCode": 0.089,
        "codes": 1.738,
        "codeLead": 1.412,
        "missingCodes": -2.14,
        "missingNumbers": -1.49
      },
      "threshold": 0.82
    },
    "answered": {
      "bias": -9.672,
      "weights": {
        "score": 3.572,
        "lead": 2.373,
        "relativeLead": 1.285,
        "lexical": 2.172,
        "coverage": 3.266,
        "coverageLead": -0.14,
        "complete": 3.153,
        "value": 0.04,
        "information": 5.678,
        "unknown": 0.436,
        "shortness": 3.662,
        "nearest": -0.326,
        "cosineRise": 5.866,
        "cosineLead": -0.198,
        "cosine": 4.258,
        "hasCode": -1.655,
        "codes": 0.365,
        "codeLead": 4.319,
        "missingCodes": 2.221,
        "missingNumbers": -1.338
      },
      "threshold": 0.44
    }
  },
  "lexical": {
    "right": {
      "bias": -9.089,
      "weights": {
        "score": 2.731,
        "lead": 4.411,
        "relativeLead": 2.7,
        "lexical": 1.806,
        "coverage": 2.589,
        "coverageLead": -0.367,
        "complete": 1.584,
        "value": 2.931,
        "information": 3.112,
        "unknown": 3.861,
        "shortness": 1.153,
        "nearest": 0,
        "cosineRise": 0,
        "cosineLead": 0,
        "cosine": 0,
        "hasCode": 0.463,
        "codes": 1.461,
        "codeLead": 0.214,
        "missingCodes": -2.064,
        "missingNumbers": -1.485
      },
      "threshold": 0.84
    },
    "answered": {
      "bias": -8.335,
      "weights": {
        "score": 2.327,
        "lead": 5.173,
        "relativeLead": 1.513,
        "lexical": 2.371,
        "coverage": 4.437,
        "coverageLead": -1.595,
        "complete": 3.21,
        "value": 1.954,
        "information": 7.655,
        "unknown": 1.456,
        "shortness": 2.628,
        "nearest": 0,
        "cosineRise": 0,
        "cosineLead": 0,
        "cosine": 0,
        "hasCode": -2.163,
        "codes": -0.711,
        "codeLead": 3.824,
        "missingCodes": 4.144,
        "missingNumbers": -1.26
      },
      "threshold": 0.26
    }
  },
  "general": {
    "right": {
      "bias": -8.054,
      "weights": {
        "score": 2.416,
        "lead": 4.335,
        "relativeLead": 1.801,
        "lexical": 2.134,
        "coverage": 3.705,
        "coverageLead": 0.831,
        "complete": 0.549,
        "value": 2.029,
        "information": 0.31,
        "unknown": 5.307,
        "shortness": -0.343,
        "nearest": -0.884,
        "cosineRise": 2.576,
        "cosineLead": 2.549,
        "cosine": 0,
        "hasCode": -0.54,
        "codes": 2.638,
        "codeLead": 0.722,
        "missingCodes": -2.795,
        "missingNumbers": -1.58
      },
      "threshold": 0.94
    },
    "answered": {
      "bias": -9.674,
      "weights": {
        "score": 7.026,
        "lead": 5.408,
        "relativeLead": -0.679,
        "lexical": 0.503,
        "coverage": 2.541,
        "coverageLead": -0.109,
        "complete": 1.729,
        "value": -1.181,
        "information": 8.18,
        "unknown": 3.989,
        "shortness": 1.421,
        "nearest": -0.944,
        "cosineRise": 11.014,
        "cosineLead": 0.546,
        "cosine": 0,
        "hasCode": -1.217,
        "codes": 2.076,
        "codeLead": 2.856,
        "missingCodes": -0.391,
        "missingNumbers": -3.177
      },
      "threshold": 0.26
    }
  }
} as const;
