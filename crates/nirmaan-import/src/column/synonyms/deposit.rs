//! What registers of deposits call their columns.

/// Names by the JSON name of their field, between semicolons.
pub(super) const SYNONYMS: &[(&str, &str)] = &[
    (
        "bidId",
        "Tender ID; Tender ID No; Tender No; Bid No; GeM Bid No; GeM Bid ID; निविदा आईडी; निविदा संख्या; \
         निविदा आईडी संख्या; बोली आईडी; बोली संख्या; बिड आईडी; बिड संख्या; टेंडर आईडी; टेंडर संख्या",
    ),
    // Not "Type of Security", which is as often DD or BG.
    ("depositType", "Nature of Deposit; Kind of Deposit; जमा का प्रकार"),
    // Not "Instrument", which is DD or BG.
    (
        "instrumentNo",
        "Instrument Reference No; EMD Instrument No; EMD DD No; DD No; Demand Draft No; BG No; Bank Guarantee \
         No; FDR No; FD No; TDR No; Fixed Deposit No; Cheque No; Bankers Cheque No; Pay Order No; Receipt No; \
         Challan No; UTR; UTR No; Transaction ID; Transaction No; Transaction Reference No; Payment Reference \
         No; DD/BG No; DD/FDR No; DD/FD No; BG/FDR No; BG/FD No; DD/BG/FDR No; DD/BG/FD No; DD/FDR/BG/UTR No; \
         DD/UTR No; DD/BG/UTR No; DD/Cheque No; लिखत संख्या; डीडी संख्या; बैंक गारंटी संख्या; एफडीआर संख्या; \
         रसीद संख्या",
    ),
    (
        "amount",
        "Deposit Amount; Value of Deposit; Instrument Amount; DD Amount; BG Amount; BG Value; FDR Amount; FDR \
         Value; FD Amount; Bank Guarantee Amount; EMD; EMD Amount; EMD Value; Earnest Money; Earnest Money \
         Amount; Earnest Money Deposit; Earnest Money Deposit Amount; Bid Security; Bid Security Amount; \
         Security Amount; Security Deposit; Security Deposit Amount; Performance Security; Performance \
         Security Amount; Performance Guarantee; Performance Guarantee Amount; PBG Amount; राशि; जमा राशि; \
         धरोहर राशि; बयाना राशि; अमानत राशि; सुरक्षा राशि",
    ),
    (
        "status",
        "Deposit Status; EMD Status; Refund Status; Present Status; Current Status; स्थिति; वर्तमान स्थिति",
    ),
    (
        "depositCreatedDate",
        "Date of Issue; Issuing Date; Dated; Instrument Date; Deposit Date; DD Date; BG Date; BG Issue Date; FDR \
         Date; FD Date; EMD Date; Bank Guarantee Date; DD/BG Date; DD/FDR Date; DD/BG/FDR Date; Payment Date; \
         जारी करने की तिथि",
    ),
    (
        "depositSubmitedDate",
        "Deposit Submitted Date; Date of Submission; EMD Submission Date; EMD Submitted Date; Handed Over Date; \
         जमा तिथि; प्रस्तुत करने की तिथि",
    ),
    (
        "depositeReturnedDate",
        "Deposit Returned Date; Date of Return; Refund Date; Refunded Date; Received Back Date; Release Date; \
         Released Date; EMD Refund Date; EMD Refunded Date; EMD Return Date; EMD Returned Date; वापसी तिथि",
    ),
    (
        "depositTransferedOwnAcDate",
        "Date of Credit; Credited Date; Date of Receipt in Account; Received in Account Date; खाते में प्राप्ति \
         तिथि",
    ),
    ("bankAccountNo", "Account No; A/c No; Bank A/c No; Account Number of Bank; खाता संख्या; बैंक खाता संख्या"),
    (
        "bankName",
        "Bank; Issuing Bank; Name of Issuing Bank; Name of Bank & Branch; Issuing Bank & Branch; Drawee Bank; बैंक; \
         बैंक का नाम",
    ),
    (
        "accountHolderName",
        "Name of Account Holder; A/c Holder; A/c Holder Name; Account Name; खाताधारक; खाताधारक का नाम",
    ),
    (
        "bankAddress",
        "Branch; Bank Branch; Branch Name; Branch Address; Branch of Bank Address; शाखा; बैंक शाखा",
    ),
    ("comment", "Comments; Remark; Remarks; टिप्पणी; अभ्युक्ति"),
];
