//! What registers of tenders call the fields of a contract.

/// Names by the JSON name of their field, between semicolons.
pub(super) const SYNONYMS: &[(&str, &str)] = &[
    (
        "bidId",
        "Tender ID; Tender ID No; Tender No; Bid No; GeM Bid No; GeM Bid ID; निविदा आईडी; निविदा संख्या; \
         निविदा आईडी संख्या; बोली आईडी; बोली संख्या; बिड आईडी; बिड संख्या; टेंडर आईडी; टेंडर संख्या",
    ),
    (
        "referenceNo",
        "Tender Reference; Tender Reference No; Bid Reference No; NIT; NIT No; NIT Reference No; NIT No and \
         Date; Tender Notice No; Notice Inviting Tender No; IFB No; संदर्भ; संदर्भ संख्या; निविदा संदर्भ; \
         निविदा संदर्भ संख्या; निविदा सूचना संख्या; एनआईटी; एनआईटी संख्या",
    ),
    (
        "contractName",
        "Name of Work; Work; Title of Work; Name of Project; Title; Tender Title; Name of Tender; Bid Title; \
         Contract Title; कार्य का नाम; काम का नाम; निर्माण कार्य का नाम; परियोजना का नाम; निविदा का नाम; \
         निविदा शीर्षक; अनुबंध का नाम; शीर्षक",
    ),
    ("contractType", "Type of Contract; Form of Contract; अनुबंध का प्रकार; अनुबंध प्रारूप; ठेके का प्रकार"),
    (
        "paperCost",
        "Tender Fee; Cost of Tender Paper; Cost of Tender Document; Cost of Tender Form; Cost of Bid \
         Document; Price of Tender Form; Tender Document Fee; Tender Form Fee; Tender Paper Fee; Bid Document \
         Fee; Document Cost; Document Fee; Form Fee; निविदा शुल्क; निविदा प्रपत्र शुल्क; निविदा प्रपत्र का \
         मूल्य; निविदा फॉर्म का मूल्य; निविदा दस्तावेज शुल्क; निविदा फीस; टेंडर फीस",
    ),
    (
        "tenderActualValue",
        "Tender Value; Estimated Cost; Estimated Value; Estimated Amount; Estimate; Estimated Cost of Work; \
         Estimated Contract Value; Estimated Cost Put to Tender; Amount Put to Tender; Approximate Cost; \
         Approximate Value; Approximate Amount; Approximate Cost of Work; Advertised Value; Advertised Cost; \
         Probable Amount of Contract; PAC; ECV; ECPT; NIT Amount; NIT Value; NIT Cost; Departmental Estimate; \
         अनुमानित लागत; अनुमानित मूल्य; अनुमानित राशि; कार्य की अनुमानित लागत; प्राक्कलित लागत; प्राक्कलित \
         राशि",
    ),
    (
        "tenderBidValue",
        "Bid Value; Bid Amount; Bid Price; Our Bid; Our Bid Value; Our Bid Amount; Our Quote; Quoted Amount; \
         Quoted Value; Quoted Price; Quoted Cost; Our Quoted Amount; Offered Amount; Offered Value; Tendered \
         Amount; Tendered Value; Tendered Cost; Tender Bid Amount; बोली राशि; बोली मूल्य; उद्धृत राशि",
    ),
    (
        "tenderBidPercentage",
        "Bid %; Quoted %; Our Quoted %; Tendered %; % Above/Below; % Quoted Above/Below; बोली प्रतिशत; उद्धृत \
         प्रतिशत",
    ),
    (
        "openingDate",
        "Bid Submission Start Date; Submission Start Date; Bid Start Date; Bidding Start Date; बोली प्रारंभ \
         तिथि; निविदा जमा प्रारंभ तिथि",
    ),
    (
        "closingDate",
        "Last Date; Last Date of Submission; Last Date of Bid Submission; Last Date of Tender Submission; \
         Last Date of Receipt of Tender; Last Date of Receipt of Bid; Submission End Date; Submission Closing \
         Date; Bid Submission End Date; Bid Submission Closing Date; Tender Submission End Date; Bid \
         Submission Due Date; Submission Due Date; Bid Due Date; Tender Due Date; Bid End Date; Tender End \
         Date; Bid Closing Date; Tender Closing Date; Bidding Closing Date; अंतिम तिथि; निविदा की अंतिम तिथि; \
         जमा करने की अंतिम तिथि; निविदा जमा करने की अंतिम तिथि; निविदा प्रस्तुत करने की अंतिम तिथि; प्रस्तुत \
         करने की अंतिम तिथि; निविदा प्राप्ति की अंतिम तिथि; निविदा बंद होने की तिथि",
    ),
    ("resultDate", "Date of Result; परिणाम तिथि"),
    (
        "awardedDate",
        "Date of Award; LOA Date; Letter of Acceptance Date; Letter of Award Date; स्वीकृति पत्र की तिथि",
    ),
    ("aggreementDate", "Date of Agreement; Contract Agreement Date; अनुबंध की तिथि"),
    (
        "givenStartDate",
        "Stipulated Date of Start; Stipulated Date of Commencement; Scheduled Date of Start; Planned Date of \
         Start",
    ),
    (
        "givenEndDate",
        "Stipulated Date of Completion; Stipulated End Date; Scheduled Date of Completion; Due Date of \
         Completion; Planned Date of Completion",
    ),
    ("actualStartDate", "Actual Date of Commencement; वास्तविक प्रारंभ तिथि"),
    ("actualEndDate", "Actual Date of Completion; वास्तविक समाप्ति तिथि"),
    ("extensionCoun", "No of Extensions"),
    ("licenseHolderName", "License Holder; Licensee; Name of Licensee"),
    (
        "description",
        "Description of Work; Tender Description; Bid Description; Scope of Work; विवरण; कार्य का विवरण",
    ),
    ("comments", "Comment; Remark; Remarks; टिप्पणी; अभ्युक्ति"),
    ("terminationReason", "Reason of Termination; Cause of Termination"),
];

/// Names of amounts that are deposits, which have rows of their own, between semicolons.
pub(super) const DEPOSITS: &str = "EMD; EMD Amount; EMD Value; Earnest Money; Earnest Money Amount; Earnest Money Deposit; Bid \
    Security; Bid Security Amount; Security Deposit; Security Deposit Amount; Performance Security; \
    Performance Guarantee; धरोहर राशि; बयाना राशि; अमानत राशि; सुरक्षा राशि";
